/* Host functions, callbacks on subscribed threads, and functions that hear of devices and failed tasks. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "acl/acl.h"
#include "check.h"
#include "runtime/rt_external.h"

static atomic_int order[64];
static atomic_int used;

static void note(int value)
{
    int at = atomic_fetch_add(&used, 1);
    if (at < 64) {
        atomic_store(&order[at], value);
    }
}

static void host_function(void *value)
{
    note((int)(intptr_t)value);
}

static void pause_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void slow_function(void *value)
{
    int32_t device = -1;
    pause_ms(30);
    CHECK_INT(aclrtGetDevice(&device), ACL_SUCCESS); /* the stream's device is current */
    CHECK_INT(device, 0);
    note((int)(intptr_t)value);
}

static void start(void)
{
    atomic_store(&used, 0);
}

static void test_host_functions(void)
{
    aclrtStream stream = NULL;
    CHECK_INT(aclrtCreateStream(&stream), ACL_SUCCESS);
    start();
    CHECK_INT(aclrtLaunchHostFunc(stream, slow_function, (void *)1), ACL_SUCCESS);
    for (intptr_t i = 2; i <= 5; i++) {
        CHECK_INT(aclrtLaunchHostFunc(stream, host_function, (void *)i), ACL_SUCCESS);
    }
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(stream, 10000), ACL_SUCCESS);
    CHECK_INT(used, 5);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(order[i], i + 1);
    }
    CHECK_INT(aclrtLaunchHostFunc(stream, NULL, NULL), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSubscribeReport((uint64_t)pthread_self(), stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    CHECK_INT(aclrtLaunchCallback(host_function, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    CHECK_INT(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_INT(aclrtLaunchHostFunc(stream, host_function, NULL), ACL_ERROR_RT_INVALID_HANDLE);
    /* The default stream. */
    start();
    CHECK_INT(aclrtLaunchHostFunc(NULL, host_function, (void *)9), ACL_SUCCESS);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(NULL, 10000), ACL_SUCCESS);
    CHECK_INT(used, 1);
}

static atomic_int stop_worker;

static void *worker(void *unused)
{
    (void)unused;
    while (!atomic_load(&stop_worker)) {
        int code = aclrtProcessReport(50);
        if (code != ACL_SUCCESS && code != ACL_ERROR_RT_REPORT_TIMEOUT && code != ACL_ERROR_RT_THREAD_SUBSCRIBE) {
            CHECK_INT(code, ACL_SUCCESS);
        }
    }
    return NULL;
}

static void callback(void *value)
{
    pause_ms(5);
    note((int)(intptr_t)value);
}

static void test_callbacks(void)
{
    aclrtStream stream = NULL, other = NULL;
    pthread_t thread;
    CHECK_INT(aclrtCreateStream(&stream), ACL_SUCCESS);
    CHECK_INT(aclrtCreateStream(&other), ACL_SUCCESS);
    CHECK_INT(aclrtLaunchCallback(callback, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_NO_CB_REG);
    CHECK_INT(aclrtProcessReport(10), ACL_ERROR_RT_THREAD_SUBSCRIBE);
    CHECK_INT(aclrtProcessReport(0), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtProcessReport(-2), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(pthread_create(&thread, NULL, worker, NULL), 0);
    CHECK_INT(aclrtUnSubscribeReport((uint64_t)thread, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    CHECK_INT(aclrtSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    CHECK_INT(aclrtSubscribeReport((uint64_t)thread, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    CHECK_INT(aclrtLaunchHostFunc(stream, host_function, NULL), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    CHECK_INT(aclrtLaunchCallback(NULL, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtLaunchCallback(callback, NULL, (aclrtCallbackBlockType)2, stream), ACL_ERROR_INVALID_PARAM);

    /* A blocking callback holds its stream: the synchronisation sees it done. */
    start();
    for (intptr_t i = 1; i <= 4; i++) {
        CHECK_INT(aclrtLaunchCallback(callback, (void *)i, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
        CHECK_INT(aclrtSynchronizeStreamWithTimeout(stream, 10000), ACL_SUCCESS);
        CHECK_INT(used, i);
    }
    /* Others only keep their order among each other. */
    for (intptr_t i = 5; i <= 8; i++) {
        CHECK_INT(aclrtLaunchCallback(callback, (void *)i, ACL_CALLBACK_NO_BLOCK, stream), ACL_SUCCESS);
    }
    CHECK_INT(aclrtLaunchCallback(callback, (void *)9, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(stream, 10000), ACL_SUCCESS);
    CHECK_INT(used, 9);
    for (int i = 0; i < 9; i++) {
        CHECK_INT(order[i], i + 1);
    }
    CHECK_INT(aclrtUnSubscribeReport((uint64_t)pthread_self(), stream), ACL_ERROR_RT_THREAD_SUBSCRIBE);
    CHECK_INT(aclrtUnSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    CHECK_INT(aclrtLaunchCallback(callback, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_NO_CB_REG);
    atomic_store(&stop_worker, 1);
    CHECK_INT(pthread_join(thread, NULL), 0);

    /* Subscribed to by this thread: nobody runs the callback until it asks; ending the subscription frees the stream. */
    start();
    CHECK_INT(aclrtSubscribeReport((uint64_t)pthread_self(), other), ACL_SUCCESS);
    CHECK_INT(aclrtProcessReport(20), ACL_ERROR_RT_REPORT_TIMEOUT);
    CHECK_INT(aclrtLaunchCallback(callback, (void *)1, ACL_CALLBACK_BLOCK, other), ACL_SUCCESS);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(other, 30), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_INT(aclrtProcessReport(10000), ACL_SUCCESS);
    CHECK_INT(used, 1);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(other, 10000), ACL_SUCCESS);
    CHECK_INT(aclrtLaunchCallback(callback, (void *)2, ACL_CALLBACK_BLOCK, other), ACL_SUCCESS);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(other, 30), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_INT(aclrtUnSubscribeReport((uint64_t)pthread_self(), other), ACL_SUCCESS);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(other, 10000), ACL_SUCCESS);
    CHECK_INT(used, 1);
    CHECK_INT(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_INT(aclrtDestroyStream(other), ACL_SUCCESS);
}

/* Recorded host functions and blocking callbacks run again with each replay, in order. */
static void test_graphs(void)
{
    aclrtStream stream = NULL, plain = NULL, runner = NULL;
    aclmdlRI graph = NULL;
    pthread_t thread;
    CHECK_INT(aclrtCreateStream(&stream), ACL_SUCCESS);
    CHECK_INT(aclrtCreateStream(&plain), ACL_SUCCESS);
    CHECK_INT(aclrtCreateStream(&runner), ACL_SUCCESS);
    start();
    CHECK_INT(aclmdlRICaptureBegin(plain, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), ACL_SUCCESS);
    CHECK_INT(aclrtLaunchHostFunc(plain, slow_function, (void *)1), ACL_SUCCESS);
    CHECK_INT(aclrtLaunchHostFunc(plain, host_function, (void *)2), ACL_SUCCESS);
    CHECK_INT(aclmdlRICaptureEnd(plain, &graph), ACL_SUCCESS);
    CHECK_INT(used, 0);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(aclmdlRIExecuteAsync(graph, runner), ACL_SUCCESS);
    }
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(runner, 10000), ACL_SUCCESS);
    CHECK_INT(used, 6);
    for (int i = 0; i < 6; i++) {
        CHECK_INT(order[i], i % 2 + 1);
    }
    CHECK_INT(aclmdlRIDestroy(graph), ACL_SUCCESS);

    start();
    atomic_store(&stop_worker, 0);
    CHECK_INT(pthread_create(&thread, NULL, worker, NULL), 0);
    CHECK_INT(aclrtSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    CHECK_INT(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), ACL_SUCCESS);
    for (intptr_t i = 1; i <= 3; i++) {
        CHECK_INT(aclrtLaunchCallback(callback, (void *)i, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    }
    CHECK_INT(aclmdlRICaptureEnd(stream, &graph), ACL_SUCCESS);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(aclmdlRIExecuteAsync(graph, runner), ACL_SUCCESS);
        CHECK_INT(aclrtSynchronizeStreamWithTimeout(runner, 10000), ACL_SUCCESS);
        CHECK_INT(used, 3 * (i + 1));
    }
    for (int i = 0; i < 6; i++) {
        CHECK_INT(order[i], i % 3 + 1);
    }
    CHECK_INT(aclmdlRIDestroy(graph), ACL_SUCCESS);
    CHECK_INT(aclrtUnSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    atomic_store(&stop_worker, 1);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_INT(aclrtDestroyStream(plain), ACL_SUCCESS);
    CHECK_INT(aclrtDestroyStream(runner), ACL_SUCCESS);
}

static atomic_int states[4];

static void device_state(int32_t device, aclrtDeviceState state, void *argument)
{
    CHECK(argument == states);
    if (device == 1 && (unsigned)state < 4) {
        atomic_fetch_add(&states[state], 1);
    }
}

static void test_device_state(void)
{
    CHECK_INT(aclrtRegDeviceStateCallback(NULL, device_state, states), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtRegDeviceStateCallback("test", device_state, states), ACL_SUCCESS);
    CHECK_INT(aclrtSetDevice(1), ACL_SUCCESS);
    CHECK_INT(aclrtSetDevice(1), ACL_SUCCESS);
    CHECK_INT(aclrtResetDevice(1), ACL_SUCCESS);
    CHECK_INT(states[ACL_RT_DEVICE_STATE_RESET_PRE], 0);
    CHECK_INT(aclrtResetDevice(1), ACL_SUCCESS);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(states[i], 1);
    }
    CHECK_INT(aclrtRegDeviceStateCallback("test", NULL, NULL), ACL_SUCCESS);
    CHECK_INT(aclrtSetDevice(1), ACL_SUCCESS);
    CHECK_INT(aclrtResetDevice(1), ACL_SUCCESS);
    CHECK_INT(states[ACL_RT_DEVICE_STATE_SET_PRE], 1);
    CHECK_INT(aclrtSetDevice(0), ACL_SUCCESS);
}

static aclrtExceptionInfo seen;
static atomic_int failures, module_failures;
static uint32_t seen_code, seen_stream, seen_device, seen_thread;

static void failed(aclrtExceptionInfo *info)
{
    seen = *info;
    seen_code = aclrtGetErrorCodeFromExceptionInfo(info);
    seen_stream = aclrtGetStreamIdFromExceptionInfo(info);
    seen_device = aclrtGetDeviceIdFromExceptionInfo(info);
    seen_thread = aclrtGetThreadIdFromExceptionInfo(info);
    atomic_fetch_add(&failures, 1);
}

static void module_failed(rtExceptionInfo_t *info)
{
    CHECK_INT(info->retcode, ACL_ERROR_RT_WAIT_TIMEOUT);
    atomic_fetch_add(&module_failures, 1);
}

static void fail_once(aclrtStream stream, aclrtNotify notify)
{
    CHECK_INT(aclrtWaitAndResetNotify(notify, stream, 1), ACL_SUCCESS);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(stream, 20000), ACL_ERROR_RT_WAIT_TIMEOUT);
}

static void test_exceptions(void)
{
    aclrtStream stream = NULL;
    aclrtNotify notify = NULL;
    int32_t id = -1;
    CHECK_INT(aclrtExceptionInfoCallbackRegister(NULL), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtExceptionInfoCallbackUnregister(failed), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(rtRegTaskFailCallbackByModule(NULL, module_failed), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(rtRegTaskFailCallbackByModule("TEST", module_failed), ACL_SUCCESS);
    CHECK_INT(aclrtExceptionInfoCallbackRegister(failed), ACL_SUCCESS);
    CHECK_INT(aclrtExceptionInfoCallbackRegister(failed), ACL_SUCCESS);
    CHECK_INT(aclrtSetExceptionInfoCallback(failed), ACL_SUCCESS);
    CHECK_INT(aclrtCreateStream(&stream), ACL_SUCCESS);
    CHECK_INT(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
    CHECK_INT(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
    fail_once(stream, notify);
    CHECK_INT(failures, 2);
    CHECK_INT(module_failures, 1);
    CHECK_INT(seen_code, ACL_ERROR_RT_WAIT_TIMEOUT);
    CHECK_INT(seen_stream, id);
    CHECK_INT(seen_device, 0);
    CHECK(seen_thread != 0);
    CHECK_INT(seen.expandInfo.type, RT_EXCEPTION_INVALID);
    CHECK_INT(aclrtSetExceptionInfoCallback(NULL), ACL_SUCCESS);
    CHECK_INT(aclrtExceptionInfoCallbackUnregister(failed), ACL_SUCCESS);
    CHECK_INT(rtRegTaskFailCallbackByModule("TEST", NULL), ACL_SUCCESS);
    fail_once(stream, notify);
    CHECK_INT(failures, 2);
    CHECK_INT(module_failures, 1);
    CHECK_INT(aclrtDestroyNotify(notify), ACL_SUCCESS);
    CHECK_INT(aclrtDestroyStream(stream), ACL_SUCCESS);
}

static uint32_t snapshot(int32_t device, void *argument)
{
    (void)device;
    (void)argument;
    return 0;
}

static atomic_int aborts[2];

static int32_t aborted(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout, void *argument)
{
    (void)argument;
    if (device == 0 && timeout == 1234 && (unsigned)stage < 2) {
        atomic_fetch_add(&aborts[stage], 1);
    }
    return 0;
}

static void test_other_registrations(void)
{
    CHECK_INT(aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_LOCK_PRE, snapshot, NULL), ACL_SUCCESS);
    CHECK_INT(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_LOCK_PRE, snapshot), ACL_SUCCESS);
    CHECK_INT(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_LOCK_PRE, snapshot), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSnapShotCallbackRegister((aclrtSnapShotStage)6, snapshot, NULL), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSetDeviceTaskAbortCallback(NULL, aborted, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtSetDeviceTaskAbortCallback("test", aborted, NULL), ACL_SUCCESS);
    CHECK_INT(aclrtDeviceTaskAbort(0, 1234), ACL_SUCCESS);
    CHECK_INT(aborts[ACL_RT_DEVICE_TASK_ABORT_PRE], 1);
    CHECK_INT(aborts[ACL_RT_DEVICE_TASK_ABORT_POST], 1);
    CHECK_INT(aclrtSetDeviceTaskAbortCallback("test", NULL, NULL), ACL_SUCCESS);
}

int main(void)
{
    check_watchdog(90);
    CHECK_INT(aclInit(NULL), ACL_SUCCESS);
    CHECK_INT(aclrtSetDevice(0), ACL_SUCCESS);
    test_host_functions();
    test_callbacks();
    test_graphs();
    test_device_state();
    test_exceptions();
    test_other_registrations();
    CHECK_INT(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_INT(aclFinalize(), ACL_SUCCESS);
    return check_report("acl_callback");
}
