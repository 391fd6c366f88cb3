// Cases of hccl_rank_graph.h: look-ups of what a communicator looks like.

#include "hccl/hccl_rank_graph.h"

#include "fixture.h"

namespace {

// A layer that no communicator of one server has.
constexpr uint32_t kNoLayer = 7;

// Functions that list numbers of a layer.
struct List {
    const char* name;
    HcclResult (*call)(HcclComm, uint32_t, uint32_t**, uint32_t*);
    int missing;
};

const List kLists[] = {
    {"HcclRankGraphGetRanksByLayer", HcclRankGraphGetRanksByLayer, 3},
    {"HcclRankGraphGetInstSizeListByLayer", HcclRankGraphGetInstSizeListByLayer, 3},
    {"HcclRankGraphGetTopoInstsByLayer", HcclRankGraphGetTopoInstsByLayer, 3},
};

const char* const kComplete = "the graph of every communicator of this library is complete";

void LayerCases()
{
    Add("HcclRankGraphGetLayers", 1, [](Test& t) {
        t.Got(HcclRankGraphGetLayers(nullptr, t.Out<uint32_t*>(), t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetLayers(Shared(t)[0], nullptr, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetLayers(Shared(t)[0], t.Out<uint32_t*>(), nullptr));
    }, kAll);
    NotProvoked("HcclRankGraphGetLayers", 2, kComplete);
    for (const List& f : kLists) {
        Add(f.name, 1, [f](Test& t) {
            t.Got(f.call(nullptr, 0, t.Out<uint32_t*>(), t.Out<uint32_t>()));
            t.Got(f.call(Shared(t)[0], kNoLayer, nullptr, t.Out<uint32_t>()));
            t.Got(f.call(Shared(t)[0], kNoLayer, t.Out<uint32_t*>(), nullptr));
        }, kAll);
        Add(f.name, 2, [f](Test& t) {
            for (const uint32_t layer : {kNoLayer, UINT32_MAX}) {
                t.Got(f.call(Shared(t)[0], layer, t.Out<uint32_t*>(), t.Out<uint32_t>()));
            }
        }, kAll);
        NotProvoked(f.name, f.missing, kComplete);
    }
    const char* const size = "HcclRankGraphGetRankSizeByLayer";
    Add(size, 1, [](Test& t) {
        t.Got(HcclRankGraphGetRankSizeByLayer(nullptr, 0, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetRankSizeByLayer(Shared(t)[0], kNoLayer, nullptr));
    }, kAll);
    Add(size, 2, [](Test& t) {
        t.Got(HcclRankGraphGetRankSizeByLayer(Shared(t)[0], kNoLayer, t.Out<uint32_t>()));
    }, kAll);
    NotProvoked(size, 3, kComplete);
    const char* const topo = "HcclRankGraphGetTopoTypeByLayer";
    Add(topo, 1, [](Test& t) {
        t.Got(HcclRankGraphGetTopoTypeByLayer(nullptr, 0, t.Out<CommTopo>()));
        t.Got(HcclRankGraphGetTopoTypeByLayer(Shared(t)[0], kNoLayer, nullptr));
    }, kAll);
    Add(topo, 2, [](Test& t) {
        t.Got(HcclRankGraphGetTopoTypeByLayer(Shared(t)[0], kNoLayer, t.Out<CommTopo>()));
    }, kAll);
    NotProvoked(topo, 3, 4, kComplete);
}

void InstanceCases()
{
    Add("HcclRankGraphGetTopoType", 1, [](Test& t) {
        t.Got(HcclRankGraphGetTopoType(nullptr, 0, 0, t.Out<CommTopo>()));
        t.Got(HcclRankGraphGetTopoType(Shared(t)[0], kNoLayer, 0, nullptr));
    }, kAll);
    Add("HcclRankGraphGetTopoType", 2, [](Test& t) {
        t.Got(HcclRankGraphGetTopoType(Shared(t)[0], kNoLayer, 0, t.Out<CommTopo>()));
    }, kAll);
    Add("HcclRankGraphGetTopoType", 3, [](Test& t) {
        t.Got(HcclRankGraphGetTopoType(Shared(t)[0], 0, 99, t.Out<CommTopo>()));
    });
    const char* const ranks = "HcclRankGraphGetRanksByTopoInst";
    Add(ranks, 1, [](Test& t) {
        t.Got(HcclRankGraphGetRanksByTopoInst(nullptr, 0, 0, t.Out<uint32_t*>(), t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetRanksByTopoInst(Shared(t)[0], 0, 0, nullptr, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetRanksByTopoInst(Shared(t)[0], 0, 0, t.Out<uint32_t*>(), nullptr));
    }, kAll);
    Add(ranks, 2, [](Test& t) {
        t.Got(HcclRankGraphGetRanksByTopoInst(Shared(t)[0], kNoLayer, 0, t.Out<uint32_t*>(), t.Out<uint32_t>()));
    }, kAll);
    Add(ranks, 3, [](Test& t) {
        t.Got(HcclRankGraphGetRanksByTopoInst(Shared(t)[0], 0, 0, t.Out<uint32_t*>(), t.Out<uint32_t>()));
    }, kA3);
    Add(ranks, 4, [](Test& t) {
        t.Got(HcclRankGraphGetRanksByTopoInst(Shared(t)[0], 0, 99, t.Out<uint32_t*>(), t.Out<uint32_t>()));
    }, kA950 | kA2);
    Add("HcclRankGraphGetEndpointNum", 1, [](Test& t) {
        t.Got(HcclRankGraphGetEndpointNum(nullptr, 0, 0, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetEndpointNum(Shared(t)[0], 0, 0, nullptr));
    }, kAll);
    Add("HcclRankGraphGetEndpointNum", 2, [](Test& t) {
        t.Got(HcclRankGraphGetEndpointNum(Shared(t)[0], kNoLayer, 0, t.Out<uint32_t>()));
    }, kAll);
    Add("HcclRankGraphGetEndpointNum", 3, [](Test& t) {
        uint32_t num = 7;
        t.Got(HcclRankGraphGetEndpointNum(Shared(t)[0], 0, 99, &num));
        CHECK(t, num == 0);
    }, kAll);
    const char* const desc = "HcclRankGraphGetEndpointDesc";
    Add(desc, 1, [](Test& t) {
        t.Got(HcclRankGraphGetEndpointDesc(nullptr, 0, 0, t.InOut(9u), t.Out<EndpointDesc>(9)));
        t.Got(HcclRankGraphGetEndpointDesc(Shared(t)[0], 0, 0, nullptr, t.Out<EndpointDesc>(9)));
        t.Got(HcclRankGraphGetEndpointDesc(Shared(t)[0], 0, 0, t.InOut(9u), nullptr));
    }, kAll);
    Add(desc, 2, [](Test& t) {
        t.Got(HcclRankGraphGetEndpointDesc(Shared(t)[0], kNoLayer, 0, t.InOut(9u), t.Out<EndpointDesc>(9)));
    }, kAll);
    Add(desc, 3, [](Test& t) {
        uint32_t num = 0;
        STEP(t, HcclRankGraphGetEndpointNum(Shared(t)[0], 0, 0, &num));
        CHECK(t, num > 0);
        t.Got(HcclRankGraphGetEndpointDesc(Shared(t)[0], 0, 0, t.InOut(num - 1), t.Out<EndpointDesc>(num)));
    }, kAll);
}

void LinkCases()
{
    const char* const links = "HcclRankGraphGetLinks";
    const auto get = [](Test& t, uint32_t layer, uint32_t src, uint32_t dst) {
        t.Got(HcclRankGraphGetLinks(Shared(t)[0], layer, src, dst, t.Out<CommLink*>(), t.Out<uint32_t>()));
    };
    Add(links, 1, [](Test& t) {
        t.Got(HcclRankGraphGetLinks(nullptr, 0, 0, 1, t.Out<CommLink*>(), t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetLinks(Shared(t)[0], kNoLayer, 0, 1, nullptr, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetLinks(Shared(t)[0], kNoLayer, 0, 1, t.Out<CommLink*>(), nullptr));
    }, kAll);
    Add(links, 2, [get](Test& t) { get(t, 0, 1, 1); });
    Add(links, 3, [get](Test& t) {
        get(t, 0, 0, 2);
        get(t, 0, UINT32_MAX, 1);
    }, kLegacy);
    Add(links, 4, [get](Test& t) { get(t, 3, 0, 1); }, kLegacy);
    Add(links, 5, [get](Test& t) { get(t, kNoLayer, 0, 1); });
    Add(links, 6, [](Test& t) {
        CommLink* list = reinterpret_cast<CommLink*>(Forged());
        uint32_t num = 7;
        // Layers above that of the server connect nobody.
        t.Got(HcclRankGraphGetLinks(Shared(t)[0], 2, 0, 1, &list, &num));
        CHECK(t, num == 0 && list == nullptr);
    }, kLegacy);

    const char* const info = "HcclRankGraphGetEndpointInfo";
    const auto port = [](Test& t, int rank) { return DeviceDesc(t, rank).localEndpoint; };
    const auto attribute = [](Test& t, uint32_t rank, EndpointDesc desc, int which, uint32_t length) {
        t.Got(HcclRankGraphGetEndpointInfo(Shared(t)[0], rank, &desc, static_cast<EndpointAttr>(which), length,
                                           t.Out<uint32_t>(4)));
    };
    Add(info, 1, [port](Test& t) {
        const EndpointDesc desc = port(t, 0);
        t.Got(HcclRankGraphGetEndpointInfo(nullptr, 0, &desc, ENDPOINT_ATTR_BW_COEFF, 4, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetEndpointInfo(Shared(t)[0], 0, nullptr, ENDPOINT_ATTR_BW_COEFF, 4, t.Out<uint32_t>()));
        t.Got(HcclRankGraphGetEndpointInfo(Shared(t)[0], 0, &desc, ENDPOINT_ATTR_BW_COEFF, 4, nullptr));
    }, kAll);
    Add(info, 2, [=](Test& t) { attribute(t, 2, port(t, 0), ENDPOINT_ATTR_BW_COEFF, 4); }, kLegacy);
    Add(info, 3, [=](Test& t) { attribute(t, 2, port(t, 0), ENDPOINT_ATTR_BW_COEFF, 4); });
    Add(info, 4, [=](Test& t) {
        attribute(t, 1, port(t, 0), ENDPOINT_ATTR_BW_COEFF, 4);
        attribute(t, 0, DevicePort(COMM_PROTOCOL_UBOE), ENDPOINT_ATTR_BW_COEFF, 4);
    });
    NotProvoked(info, 5, "the ports of a rank have different addresses");
    Add(info, 6, [=](Test& t) {
        for (const uint32_t length : {0u, 3u, 8u}) {
            attribute(t, 0, port(t, 0), ENDPOINT_ATTR_DIE_ID, length);
        }
    }, kAll);
    Add(info, 7, [=](Test& t) {
        for (const int which : {-1, 3, 77}) {
            attribute(t, 0, port(t, 0), which, 4);
        }
    }, kAll);
}

} // namespace

void HcclRankGraphCases()
{
    struct Number {
        const char* name;
        HcclResult (*call)(HcclComm, uint32_t*);
    };
    for (const Number& f : {Number{"HcclGetRankId", HcclGetRankId}, Number{"HcclGetRankSize", HcclGetRankSize}}) {
        Add(f.name, 1, [f](Test& t) {
            t.Got(f.call(nullptr, t.Out<uint32_t>()));
            t.Got(f.call(Shared(t)[0], nullptr));
        }, kAll);
    }
    Add("HcclGetHeterogMode", 1, [](Test& t) {
        t.Got(HcclGetHeterogMode(nullptr, t.Out<HcclHeterogMode>()));
        t.Got(HcclGetHeterogMode(Shared(t)[0], nullptr));
    }, kAll);
    LayerCases();
    InstanceCases();
    LinkCases();
}
