# Builds one example operator. The including Makefile sets OP (its name); everything lands in $(BUILD):
#   lib$(OP).so         host part, what an application links
#   lib$(OP)_kernel.so  AICPU part, found through $(OP)_kernel.json next to it
#   $(OP)_test          test program, ranks as threads; $(OP)_test_mpi: ranks as MPI processes (make mpi)
ifndef ASCEND_HOME_PATH
$(error ASCEND_HOME_PATH is not set: source the set_env.sh of a CANN tree first)
endif

COMMON := $(dir $(lastword $(MAKEFILE_LIST)))
BUILD ?= build
CXX ?= g++
MPICXX ?= mpicxx
CXXFLAGS ?= -O2 -g
override CXXFLAGS += -std=c++14 -Wall -Wextra -fPIC -pthread
override CPPFLAGS += -I$(COMMON) -I. $(foreach d,include include/hccl include/hcomm pkg_inc,-I"$(ASCEND_HOME_PATH)/$(d)")
override LDFLAGS += -L"$(ASCEND_HOME_PATH)/lib64" -Wl,-rpath,'$$ORIGIN' -Wl,-rpath,"$(ASCEND_HOME_PATH)/lib64" -pthread
# The functions of hccl_comm.h are weak references, which alone would not keep the library.
HCOMM := -Wl,--no-as-needed -lhcomm -Wl,--as-needed

HEADERS := $(wildcard *.h $(COMMON)*.h)
TEST_SOURCES := $(OP)_test.cpp $(COMMON)ranks.cpp

all: $(BUILD)/$(OP)_test $(BUILD)/lib$(OP)_kernel.so $(BUILD)/$(OP)_kernel.json

mpi: all $(BUILD)/$(OP)_test_mpi

$(BUILD):
	mkdir -p $@

$(BUILD)/lib$(OP).so: $(OP).cpp $(COMMON)op_host.cpp $(HEADERS) | $(BUILD)
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -shared -o $@ $(filter %.cpp,$^) $(LDFLAGS) -Wl,-z,defs $(HCOMM) -lascendcl -ldl

# The kernel uses no symbol of the host libraries.
$(BUILD)/lib$(OP)_kernel.so: $(OP)_kernel.cpp $(HEADERS) | $(BUILD)
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -shared -o $@ $(filter %.cpp,$^) $(LDFLAGS) -lccl_kernel

$(BUILD)/$(OP)_kernel.json: $(OP)_kernel.json | $(BUILD)
	cp $< $@

$(BUILD)/$(OP)_test: $(TEST_SOURCES) $(COMMON)ranks_threads.cpp $(HEADERS) $(BUILD)/lib$(OP).so
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -o $@ $(filter %.cpp,$^) $(LDFLAGS) -L$(BUILD) -l$(OP) $(HCOMM) -lascendcl

$(BUILD)/$(OP)_test_mpi: $(TEST_SOURCES) $(COMMON)ranks_mpi.cpp $(HEADERS) $(BUILD)/lib$(OP).so
	$(MPICXX) $(CPPFLAGS) $(CXXFLAGS) -o $@ $(filter %.cpp,$^) $(LDFLAGS) -L$(BUILD) -l$(OP) $(HCOMM) -lascendcl

clean:
	rm -rf $(BUILD)

.PHONY: all mpi clean
