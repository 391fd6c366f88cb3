//! The rank graph: which layers, groups, ports and links the ranks of a communicator have.
//!
//! Layer 0 connects the ranks of one server (host); each is linked to each other. With several servers there are further
//! layers that connect all ranks through switches. What they are called and which protocols their links have depends on
//! the SoC: layer 1 is RoCE of the hosts on the A2, HCCS on the A3 (all servers are one super pod), PCIe on the 310P, UB
//! and UBoE on the 950, which has RoCE of the hosts as layer 3.

use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use hcomm_abi::{
    AbiEnum, AbiStruct, COMM_LINK_MAGIC_WORD, COMM_LINK_VERSION, CommAddrType, CommLink, CommProtocol,
    CommTopo, DevType, EndpointAttr, EndpointDesc, EndpointLocType, EnumArg, in_addr,
};
use hcomm_base::{Code, Error, Result, bail, env};

use super::endpoint;

/// Value of members that are not set.
const UNSET: u32 = u32::MAX;

/// Family of products whose graphs look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// 910 and A2 (910B): a full mesh.
    A2,
    /// A3 (910_93): two dies a card.
    A3,
    /// 310P.
    P310,
    /// 950, 960.
    A5,
}

/// Number of the kind of device that a SoC has.
pub fn device_type(soc: &str) -> DevType {
    let soc = soc.to_ascii_lowercase();
    match Product::of(&soc) {
        Product::A5 if soc.contains("960") => DevType::DEV_TYPE_960,
        Product::A5 => DevType::DEV_TYPE_950,
        Product::A3 => DevType::DEV_TYPE_910_93,
        Product::A2 if soc.contains("910b") => DevType::DEV_TYPE_910B,
        Product::A2 => DevType::DEV_TYPE_910,
        Product::P310 if soc.contains("310p1") => DevType::DEV_TYPE_310P1,
        Product::P310 => DevType::DEV_TYPE_310P3,
    }
}

impl Product {
    /// The family of a SoC name.
    pub fn of(soc: &str) -> Product {
        let soc = soc.to_ascii_lowercase();
        if super::bootstrap::hub::is_v2(&soc) {
            Product::A5
        } else if soc.contains("910_93") {
            Product::A3
        } else if soc.contains("310p") {
            Product::P310
        } else if soc.contains("910") {
            Product::A2
        } else {
            Product::A5
        }
    }

    /// True for the products that follow the newer set of result codes.
    pub fn is_v2(self) -> bool {
        self == Product::A5
    }
}

/// A rank, as the graph sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Physical device.
    pub device: u32,
    /// Number of its server, counted from 0 without gaps.
    pub server: u32,
    /// Address of its host towards the others.
    pub ip: IpAddr,
}

/// The graph of one communicator as one rank sees it. Everything it hands out lives as long as it does.
#[derive(Debug)]
pub struct Graph {
    product: Product,
    protocol: Option<CommProtocol>,
    rank: u32,
    nodes: Vec<Node>,
    layers: Vec<u32>,
    /// Ranks by server, in order.
    servers: Vec<Vec<u32>>,
    /// All ranks, in the order of the layers above 0.
    all: Vec<u32>,
    server_sizes: Vec<u32>,
    all_size: [u32; 1],
    instances: Vec<u32>,
    links: Mutex<HashMap<(u32, u32, u32), Links>>,
}

/// Links of one pair; boxed so that the address stays.
struct Links(Box<[CommLink]>);

impl std::fmt::Debug for Links {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} link(s)", self.0.len())
    }
}

/// The layer of a server.
const SERVER: u32 = 0;
/// The layer of switches between servers.
const SWITCHES: u32 = 1;
/// The layer of the hosts' network on the newest products.
const HOSTS: u32 = 3;

impl Graph {
    /// The graph of `nodes`, in order of rank, seen by `rank`.
    pub fn new(soc: &str, rank: u32, nodes: Vec<Node>) -> Result<Graph> {
        let protocol = env::HCOMM_LINK_PROTOCOL.get()?.and_then(|p| CommProtocol::try_from(p.0).ok());
        let product = Product::of(soc);
        let count = nodes.iter().map(|node| node.server + 1).max().unwrap_or(1);
        let mut servers = vec![Vec::new(); count as usize];
        for (node, rank) in nodes.iter().zip(0..) {
            servers[node.server as usize].push(rank);
        }
        let layers = match (count, product.is_v2()) {
            (1, _) => vec![SERVER],
            (_, false) => vec![SERVER, SWITCHES],
            (_, true) => vec![SERVER, SWITCHES, HOSTS],
        };
        let mut all: Vec<u32> = servers.concat();
        if product.is_v2() {
            all.sort_unstable();
        }
        Ok(Graph {
            product,
            protocol,
            rank,
            layers,
            server_sizes: servers.iter().map(|ranks| ranks.len() as u32).collect(),
            all_size: [nodes.len() as u32],
            instances: (0..count).collect(),
            servers,
            all,
            nodes,
            links: Mutex::default(),
        })
    }

    /// Numbers of the layers.
    pub fn layers(&self) -> &[u32] {
        &self.layers
    }

    /// Ranks of this rank's group in a layer.
    pub fn ranks(&self, layer: u32) -> Result<&[u32]> {
        self.check_listed(layer)?;
        Ok(if layer == SERVER { self.instance(self.server_of(self.rank)) } else { &self.all })
    }

    /// Sizes of all groups of a layer.
    pub fn instance_sizes(&self, layer: u32) -> Result<&[u32]> {
        self.check_listed(layer)?;
        Ok(if layer == SERVER { &self.server_sizes } else { &self.all_size })
    }

    /// What kind of group this rank's group in a layer is.
    pub fn layer_topo(&self, layer: u32) -> Result<CommTopo> {
        self.check_layer(layer)?;
        Ok(match self.product {
            Product::A5 if layer == SERVER => CommTopo::COMM_TOPO_CUSTOM,
            product => wiring(product, layer),
        })
    }

    /// Topology instances of a layer.
    pub fn topo_instances(&self, layer: u32) -> Result<&[u32]> {
        self.check_layer(layer)?;
        // The newer products number the instances that a rank is in, the older ones those of the layer.
        let count = if self.product.is_v2() || layer != SERVER { 1 } else { self.instances.len() };
        Ok(&self.instances[..count])
    }

    /// How the ranks of a topology instance are wired. The older products do not look at the instance.
    pub fn topo(&self, layer: u32, instance: u32) -> Result<CommTopo> {
        self.check_layer(layer)?;
        if self.product.is_v2() {
            self.check_instance(layer, instance)?;
        }
        Ok(wiring(self.product, layer))
    }

    /// Ranks of a topology instance.
    pub fn topo_ranks(&self, layer: u32, instance: u32) -> Result<&[u32]> {
        self.check_layer(layer)?;
        if !matches!(self.product, Product::A5 | Product::A2) {
            bail!(NOT_SUPPORT, "the ranks of a topology instance are not told on this product");
        }
        self.check_instance(layer, instance)?;
        Ok(match (layer, self.product.is_v2()) {
            (SERVER, true) => self.instance(self.server_of(self.rank)),
            (SERVER, false) => self.instance(instance),
            _ => &self.all,
        })
    }

    /// Links from one rank to another in a layer; address and number stay valid as long as the graph.
    pub fn links(&self, layer: u32, src: u32, dst: u32) -> Result<(*mut CommLink, u32)> {
        let size = self.nodes.len() as u32;
        if self.product.is_v2() {
            self.check_layer(layer)?;
            if src == dst {
                bail!(PARA, "srcRank and dstRank are both {src}: there is no link of a rank to itself");
            }
        } else if layer > 2 {
            bail!(PARA, "netLayer is {layer}, 0 to 2 exist");
        }
        if src >= size || dst >= size {
            bail!(PARA, "srcRank {src} or dstRank {dst} is not below the number of ranks, {size}");
        }
        let protocols = if src == dst { Vec::new() } else { self.protocols(layer, src, dst) };
        if protocols.is_empty() {
            return Ok((std::ptr::null_mut(), 0));
        }
        let mut cache = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        let links = cache.entry((layer, src, dst)).or_insert_with(|| {
            Links(protocols.iter().map(|&protocol| self.link(layer, protocol, src, dst)).collect())
        });
        Ok((links.0.as_mut_ptr(), links.0.len() as u32))
    }

    /// Ports of this rank in a topology instance.
    pub fn endpoints(&self, layer: u32, instance: u32) -> Result<Vec<EndpointDesc>> {
        self.check_layer(layer)?;
        if self.check_instance(layer, instance).is_err() {
            return Ok(Vec::new());
        }
        Ok(self.ports(layer, self.rank))
    }

    /// An attribute of a port of `rank`.
    pub fn endpoint_attribute(&self, rank: u32, endpoint: &EndpointDesc, attribute: i32) -> Result<u32> {
        if rank as usize >= self.nodes.len() {
            let code = if self.product.is_v2() { Code::PTR } else { Code::NOT_FOUND };
            return Err(Error::new(
                code,
                format!("rank {rank} is not below the number of ranks, {}", self.nodes.len()),
            ));
        }
        let same = |own: &EndpointDesc| {
            own.protocol.raw() == endpoint.protocol.raw()
                && own.commAddr.r#type.raw() == endpoint.commAddr.r#type.raw()
                && address(own) == address(endpoint)
        };
        let found = self.layers.iter().flat_map(|&layer| self.ports(layer, rank)).find(same);
        let Some(own) = found else {
            bail!(
                NOT_FOUND,
                "rank {rank} has no such endpoint (protocol {}): take endpoints from HcclRankGraphGetLinks or \
                 HcclRankGraphGetEndpointDesc",
                endpoint.protocol.raw()
            );
        };
        let host = own.loc.locType.known() == Some(EndpointLocType::ENDPOINT_LOC_TYPE_HOST);
        match EndpointAttr::from_raw(attribute) {
            Some(EndpointAttr::ENDPOINT_ATTR_BW_COEFF) => Ok(1),
            Some(EndpointAttr::ENDPOINT_ATTR_DIE_ID) => Ok(0),
            // Observable in the original: the newer products say 1 for a device and 0 for a host, the older ones the
            // number of the location.
            Some(EndpointAttr::ENDPOINT_ATTR_LOCATION) => Ok(u32::from(self.product.is_v2() != host)),
            Some(EndpointAttr::ENDPOINT_ATTR_INVALID) | None => {
                bail!(PARA, "endpointAttr is {attribute}, 0 to 2 is expected")
            }
        }
    }

    fn server_of(&self, rank: u32) -> u32 {
        self.nodes[rank as usize].server
    }

    fn instance(&self, server: u32) -> &[u32] {
        &self.servers[server as usize]
    }

    fn check_layer(&self, layer: u32) -> Result {
        if !self.layers.contains(&layer) {
            bail!(PARA, "netLayer is {layer}, but this communicator has the layers {:?}", self.layers);
        }
        Ok(())
    }

    /// The 310P has no list of ranks above a server.
    fn check_listed(&self, layer: u32) -> Result {
        self.check_layer(layer)?;
        if self.product == Product::P310 && layer != SERVER {
            bail!(INTERNAL, "the ranks of layer {layer} are not listed on this product");
        }
        Ok(())
    }

    fn check_instance(&self, layer: u32, instance: u32) -> Result {
        let instances = self.topo_instances(layer)?;
        if !instances.contains(&instance) {
            bail!(
                PARA,
                "layer {layer} has no topology instance {instance}: 0 to {} exist",
                instances.len() - 1
            );
        }
        Ok(())
    }

    /// Protocols that connect two ranks in a layer.
    fn protocols(&self, layer: u32, src: u32, dst: u32) -> Vec<CommProtocol> {
        use CommProtocol::*;
        let near = self.server_of(src) == self.server_of(dst);
        if !self.layers.contains(&layer) {
            return Vec::new();
        }
        match (layer, self.product) {
            (SERVER, _) if near => vec![self.protocol(src, dst)],
            (SERVER, _) => Vec::new(),
            (SWITCHES, Product::A5) => vec![COMM_PROTOCOL_UB_CTP, COMM_PROTOCOL_UBOE],
            (_, Product::A5) => vec![COMM_PROTOCOL_ROCE],
            (SWITCHES, Product::A2) if !near => vec![COMM_PROTOCOL_ROCE],
            (SWITCHES, Product::A3) => vec![COMM_PROTOCOL_HCCS],
            (SWITCHES, Product::P310) if !near => vec![COMM_PROTOCOL_PCIE],
            _ => Vec::new(),
        }
    }

    /// Protocol between two ranks of a server.
    fn protocol(&self, src: u32, dst: u32) -> CommProtocol {
        let dies = |rank: u32| self.nodes[rank as usize].device / 2;
        self.protocol.unwrap_or(match self.product {
            Product::A5 => CommProtocol::COMM_PROTOCOL_UB_CTP,
            Product::P310 => CommProtocol::COMM_PROTOCOL_PCIE,
            Product::A3 if dies(src) == dies(dst) => CommProtocol::COMM_PROTOCOL_SIO,
            Product::A2 | Product::A3 => CommProtocol::COMM_PROTOCOL_HCCS,
        })
    }

    /// Ports of `rank` in a layer: one for each neighbour in a server, one for each protocol of a switch.
    fn ports(&self, layer: u32, rank: u32) -> Vec<EndpointDesc> {
        let group = if layer == SERVER { self.instance(self.server_of(rank)) } else { &self.all };
        let mut seen = Vec::new();
        let mut ports = Vec::new();
        for &peer in group.iter().filter(|&&peer| peer != rank) {
            for protocol in self.protocols(layer, rank, peer) {
                if layer == SERVER || !seen.contains(&protocol) {
                    seen.push(protocol);
                    ports.push(self.port(layer, protocol, rank, peer, None));
                }
            }
        }
        ports
    }

    /// The port of `rank` that leads to `peer`.
    fn port(
        &self,
        layer: u32,
        protocol: CommProtocol,
        rank: u32,
        peer: u32,
        device: Option<u32>,
    ) -> EndpointDesc {
        let mut port = unset::<EndpointDesc>();
        port.protocol = protocol.abi();
        let own = self.nodes[rank as usize];
        let address = &mut port.commAddr;
        if endpoint::is_network(protocol) {
            match own.ip {
                IpAddr::V4(ip) => {
                    address.r#type = CommAddrType::COMM_ADDR_TYPE_IP_V4.abi();
                    address.anon_0.addr = in_addr { s_addr: u32::from_ne_bytes(ip.octets()) };
                }
                IpAddr::V6(ip) => {
                    address.r#type = CommAddrType::COMM_ADDR_TYPE_IP_V6.abi();
                    address.anon_0.eid = ip.octets();
                }
            }
        } else if self.product.is_v2() {
            address.r#type = CommAddrType::COMM_ADDR_TYPE_EID.abi();
            let mut eid = [0; 16];
            eid[0] = 0xfd;
            if layer != SERVER {
                // A port of a switch: its server instead of a neighbour.
                eid[1] = layer as u8;
                eid[4..8].copy_from_slice(&own.server.to_be_bytes());
            }
            eid[8..12].copy_from_slice(&own.device.to_be_bytes());
            let neighbour = if layer == SERVER { self.nodes[peer as usize].device } else { UNSET };
            eid[12..16].copy_from_slice(&neighbour.to_be_bytes());
            address.anon_0.eid = eid;
        } else {
            address.r#type = CommAddrType::COMM_ADDR_TYPE_ID.abi();
            address.anon_0.id = own.device;
        }
        if protocol == CommProtocol::COMM_PROTOCOL_ROCE {
            port.loc.locType = EndpointLocType::ENDPOINT_LOC_TYPE_HOST.abi();
            port.loc.anon_0.host.id = own.server;
            return port;
        }
        port.loc.locType = EndpointLocType::ENDPOINT_LOC_TYPE_DEVICE.abi();
        if let Some(device) = device {
            port.loc.anon_0.device.devPhyId = device;
        }
        if !self.product.is_v2() {
            port.loc.anon_0.device.devPhyId = own.device;
            port.loc.anon_0.device.serverIdx = own.server;
            port.loc.anon_0.device.superPodIdx = 0;
        }
        port
    }

    fn link(&self, layer: u32, protocol: CommProtocol, src: u32, dst: u32) -> CommLink {
        let device = |rank: u32| Some(self.nodes[rank as usize].device);
        let mut link = unset::<CommLink>();
        link.header.version = COMM_LINK_VERSION;
        link.header.magicWord = COMM_LINK_MAGIC_WORD;
        link.header.size = size_of::<CommLink>() as u32;
        link.header.reserved = 0;
        link.srcEndpointDesc = self.port(layer, protocol, src, dst, device(src));
        link.dstEndpointDesc = self.port(layer, protocol, dst, src, device(dst));
        link.linkAttr.anon_0.linkProtocol = protocol.abi();
        link.linkAttr.anon_0.hop = if layer != SERVER && self.product.is_v2() { 2 } else { 1 };
        link
    }
}

fn wiring(product: Product, layer: u32) -> CommTopo {
    match product {
        Product::P310 => CommTopo::COMM_TOPO_310P,
        _ if layer != SERVER => CommTopo::COMM_TOPO_CLOS,
        Product::A5 | Product::A2 => CommTopo::COMM_TOPO_1DMESH,
        Product::A3 => CommTopo::COMM_TOPO_910_93,
    }
}

/// A structure with all bits set, which means "not set" for each of its members.
fn unset<T: AbiStruct>() -> T {
    let mut value = MaybeUninit::<T>::uninit();
    // SAFETY: the pointer is to a local of this size. Structures of the ABI consist of integers, `MaybeUninit` and
    // unions of those where this is used, for which any bits are a value.
    unsafe {
        value.as_mut_ptr().cast::<u8>().write_bytes(UNSET as u8, size_of::<T>());
        value.assume_init()
    }
}

/// The bytes of an address that its type makes significant.
fn address(endpoint: &EndpointDesc) -> &[u8] {
    // SAFETY: every byte of the union is initialised: ours by `unset`, a caller's because it came through C.
    let raws = unsafe { &endpoint.commAddr.anon_0.raws };
    match endpoint.commAddr.r#type.known() {
        Some(CommAddrType::COMM_ADDR_TYPE_IP_V4) => &raws[..4],
        // An ID endpoint matches any id.
        Some(CommAddrType::COMM_ADDR_TYPE_ID) => &[],
        _ => &raws[..16],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CommProtocol::*;
    use CommTopo::*;

    fn graph(soc: &str, size: u32) -> Graph {
        let node = |device| Node { device, server: 0, ip: [127, 0, 0, 1].into() };
        Graph::new(soc, 1, (0..size).map(node).collect()).unwrap()
    }

    /// Two servers; ranks alternate between them.
    fn two_servers(soc: &str, rank: u32) -> Graph {
        let node = |rank: u32| Node {
            device: rank / 2,
            server: rank % 2,
            ip: [10, 0, 0, 1 + (rank % 2) as u8].into(),
        };
        Graph::new(soc, rank, (0..6).map(node).collect()).unwrap()
    }

    fn all_links(graph: &Graph, layer: u32, src: u32, dst: u32) -> Vec<CommLink> {
        let (links, num) = graph.links(layer, src, dst).unwrap();
        // SAFETY: `num` links, alive as long as the graph.
        (0..num as usize).map(|at| unsafe { *links.add(at) }).collect()
    }

    #[test]
    fn servers_are_instances_of_layer_0_and_switches_join_them() {
        for (soc, layers, between) in [
            ("Ascend910B3", &[0, 1][..], &[(1, COMM_PROTOCOL_ROCE, 1, 1)][..]),
            ("Ascend910_9391", &[0, 1], &[(1, COMM_PROTOCOL_HCCS, 0, 1)]),
            (
                "Ascend950",
                &[0, 1, 3],
                &[
                    (1, COMM_PROTOCOL_UB_CTP, 0, 2),
                    (1, COMM_PROTOCOL_UBOE, 0, 2),
                    (3, COMM_PROTOCOL_ROCE, 1, 2),
                ],
            ),
        ] {
            let graph = two_servers(soc, 3);
            assert_eq!(graph.layers(), layers, "{soc}");
            assert_eq!(
                (graph.ranks(0).unwrap(), graph.instance_sizes(0).unwrap()),
                (&[1, 3, 5][..], &[3, 3][..])
            );
            assert_eq!((graph.ranks(1).unwrap().len(), graph.instance_sizes(1).unwrap()), (6, &[6][..]));
            assert_eq!(
                (graph.layer_topo(1).unwrap(), graph.topo(1, 0).unwrap()),
                (COMM_TOPO_CLOS, COMM_TOPO_CLOS)
            );
            assert_eq!(graph.ranks(2).unwrap_err().code, Code::PARA);
            assert!(all_links(&graph, 0, 3, 2).is_empty() && all_links(&graph, 0, 3, 5).len() == 1);
            let mut seen = Vec::new();
            for &layer in &layers[1..] {
                for link in all_links(&graph, layer, 3, 2) {
                    // SAFETY: set by `link`.
                    let (protocol, hop) = unsafe {
                        (link.linkAttr.anon_0.linkProtocol.known().unwrap(), link.linkAttr.anon_0.hop)
                    };
                    let source = &link.srcEndpointDesc;
                    seen.push((layer, protocol, source.loc.locType.raw(), hop));
                    if matches!(protocol, COMM_PROTOCOL_ROCE | COMM_PROTOCOL_UBOE) {
                        assert_eq!(source.commAddr.r#type.raw(), 0);
                        assert_eq!(address(source), [10, 0, 0, 2]);
                        assert_eq!(address(&link.dstEndpointDesc), [10, 0, 0, 1]);
                    }
                    let location = graph.endpoint_attribute(3, source, 2).unwrap();
                    let host = protocol == COMM_PROTOCOL_ROCE;
                    assert_eq!(location, u32::from(graph.product.is_v2() != host), "{soc} {protocol:?}");
                }
                assert_eq!(graph.endpoints(layer, 0).unwrap().len(), all_links(&graph, layer, 3, 2).len());
            }
            assert_eq!(seen, between, "{soc}");
        }
        let small = two_servers("Ascend310P3", 0);
        assert_eq!(small.layers(), [0, 1]);
        assert_eq!(small.ranks(1).unwrap_err().code, Code::INTERNAL);
        // The older products list the instances of a layer, the newer ones those of the rank.
        assert_eq!(two_servers("Ascend910B3", 0).topo_instances(0).unwrap(), [0, 1]);
        assert_eq!(two_servers("Ascend910B3", 0).topo_ranks(0, 1).unwrap(), [1, 3, 5]);
        assert_eq!(two_servers("Ascend950", 1).topo_instances(0).unwrap(), [0]);
        assert_eq!(two_servers("Ascend950", 1).topo_ranks(0, 0).unwrap(), [1, 3, 5]);
        assert_eq!(two_servers("Ascend910B3", 0).ranks(1).unwrap(), [0, 2, 4, 1, 3, 5]);
        assert_eq!(two_servers("Ascend950", 0).ranks(1).unwrap(), [0, 1, 2, 3, 4, 5]);
    }

    fn link(graph: &Graph, src: u32, dst: u32) -> CommLink {
        let (links, num) = graph.links(0, src, dst).unwrap();
        assert_eq!(num, 1);
        // SAFETY: one link, alive as long as the graph.
        unsafe { *links }
    }

    #[test]
    fn products_differ_in_names_and_protocols() {
        for (soc, layer, instance, near, far) in [
            (
                "Ascend950PR_9599",
                COMM_TOPO_CUSTOM,
                COMM_TOPO_1DMESH,
                COMM_PROTOCOL_UB_CTP,
                COMM_PROTOCOL_UB_CTP,
            ),
            ("Ascend910B3", COMM_TOPO_1DMESH, COMM_TOPO_1DMESH, COMM_PROTOCOL_HCCS, COMM_PROTOCOL_HCCS),
            ("Ascend910_9391", COMM_TOPO_910_93, COMM_TOPO_910_93, COMM_PROTOCOL_SIO, COMM_PROTOCOL_HCCS),
            ("Ascend310P3", COMM_TOPO_310P, COMM_TOPO_310P, COMM_PROTOCOL_PCIE, COMM_PROTOCOL_PCIE),
        ] {
            let graph = graph(soc, 8);
            assert_eq!(graph.layer_topo(0).unwrap(), layer);
            assert_eq!(graph.topo(0, 0).unwrap(), instance);
            for (dst, protocol) in [(1, near), (2, far)] {
                let link = link(&graph, 0, dst);
                assert_eq!(link.header.size, 464);
                // SAFETY: set by `link`.
                let (of_link, hop) =
                    unsafe { (link.linkAttr.anon_0.linkProtocol.raw(), link.linkAttr.anon_0.hop) };
                assert_eq!((of_link, hop), (protocol.raw(), 1));
                assert_eq!(link.srcEndpointDesc.protocol.raw(), protocol.raw());
                assert_eq!(link.dstEndpointDesc.loc.locType.raw(), 0);
            }
        }
    }

    #[test]
    fn one_server_has_one_layer_with_all_ranks() {
        let graph = graph("Ascend950", 8);
        assert_eq!(graph.layers(), [0]);
        assert_eq!(graph.ranks(0).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(graph.instance_sizes(0).unwrap(), [8]);
        assert_eq!(graph.topo_instances(0).unwrap(), [0]);
        assert_eq!(graph.topo_ranks(0, 0).unwrap().len(), 8);
        assert_eq!(graph.ranks(1).unwrap_err().code, Code::PARA);
        assert_eq!(graph.topo(0, 1).unwrap_err().code, Code::PARA);
        assert_eq!(graph.links(0, 3, 3).unwrap_err().code, Code::PARA);
        assert_eq!(graph.links(0, 3, 8).unwrap_err().code, Code::PARA);
        assert_eq!(graph.links(1, 3, 4).unwrap_err().code, Code::PARA);
        let first = graph.links(0, 3, 4).unwrap();
        graph.links(0, 4, 3).unwrap();
        assert_eq!(graph.links(0, 3, 4).unwrap(), first);
    }

    #[test]
    fn endpoints_answer_for_their_own_rank_only() {
        let graph = graph("Ascend950", 4);
        let ports = graph.endpoints(0, 0).unwrap();
        assert_eq!(ports.len(), 3);
        assert!(graph.endpoints(0, 9).unwrap().is_empty());
        for port in &ports {
            assert_eq!(graph.endpoint_attribute(1, port, 0).unwrap(), 1);
            assert_eq!(graph.endpoint_attribute(1, port, 1).unwrap(), 0);
            assert_eq!(graph.endpoint_attribute(1, port, 2).unwrap(), 1);
            assert_eq!(graph.endpoint_attribute(1, port, 3).unwrap_err().code, Code::PARA);
            assert_eq!(graph.endpoint_attribute(2, port, 0).unwrap_err().code, Code::NOT_FOUND);
            assert_eq!(graph.endpoint_attribute(4, port, 0).unwrap_err().code, Code::PTR);
        }
        let link = link(&graph, 2, 1);
        assert_eq!(graph.endpoint_attribute(2, &link.srcEndpointDesc, 0).unwrap(), 1);
        assert_eq!(graph.endpoint_attribute(1, &link.dstEndpointDesc, 0).unwrap(), 1);
        assert!(self::graph("Ascend950", 2).endpoints(0, 0).unwrap().len() == 1);
    }
}
