//! The rank graph: which layers, groups, ports and links the ranks of a communicator have.
//!
//! Built here is the graph of one server: one layer (0) with one group of all ranks, each rank linked to each other.
//! What it is called and which protocol the links have depends on the SoC.

use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};

use hcomm_abi::{
    AbiEnum, AbiStruct, COMM_LINK_MAGIC_WORD, COMM_LINK_VERSION, CommAddrType, CommLink, CommProtocol,
    CommTopo, EndpointAttr, EndpointDesc, EndpointLocType, EnumArg,
};
use hcomm_base::{Code, Error, Result, bail, env};

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

/// The graph of one communicator as one rank sees it. Everything it hands out lives as long as it does.
#[derive(Debug)]
pub struct Graph {
    product: Product,
    protocol: Option<CommProtocol>,
    rank: u32,
    /// Physical device of each rank.
    devices: Vec<u32>,
    layers: [u32; 1],
    ranks: Vec<u32>,
    instance_sizes: [u32; 1],
    topo_instances: [u32; 1],
    links: Mutex<HashMap<(u32, u32), Links>>,
}

/// Links of one pair; boxed so that the address stays.
struct Links(Box<[CommLink]>);

impl std::fmt::Debug for Links {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} link(s)", self.0.len())
    }
}

/// The only layer.
const LAYER: u32 = 0;
/// The only topology instance.
const INSTANCE: u32 = 0;

impl Graph {
    /// The graph of `devices.len()` ranks in one server, seen by `rank`. `devices` are physical device numbers.
    pub fn one_server(soc: &str, rank: u32, devices: Vec<u32>) -> Result<Graph> {
        let size = devices.len() as u32;
        let protocol = env::HCOMM_LINK_PROTOCOL.get()?.and_then(|p| CommProtocol::try_from(p.0).ok());
        Ok(Graph {
            product: Product::of(soc),
            protocol,
            rank,
            devices,
            layers: [LAYER],
            ranks: (0..size).collect(),
            instance_sizes: [size],
            topo_instances: [INSTANCE],
            links: Mutex::default(),
        })
    }

    /// Numbers of the layers.
    pub fn layers(&self) -> &[u32] {
        &self.layers
    }

    /// Ranks of this rank's group in a layer.
    pub fn ranks(&self, layer: u32) -> Result<&[u32]> {
        self.check_layer(layer)?;
        Ok(&self.ranks)
    }

    /// Sizes of all groups of a layer.
    pub fn instance_sizes(&self, layer: u32) -> Result<&[u32]> {
        self.check_layer(layer)?;
        Ok(&self.instance_sizes)
    }

    /// What kind of group this rank's group in a layer is.
    pub fn layer_topo(&self, layer: u32) -> Result<CommTopo> {
        self.check_layer(layer)?;
        Ok(match self.product {
            Product::A5 => CommTopo::COMM_TOPO_CUSTOM,
            other => wiring(other),
        })
    }

    /// Topology instances of a layer.
    pub fn topo_instances(&self, layer: u32) -> Result<&[u32]> {
        self.check_layer(layer)?;
        Ok(&self.topo_instances)
    }

    /// How the ranks of a topology instance are wired. The older products do not look at the instance.
    pub fn topo(&self, layer: u32, instance: u32) -> Result<CommTopo> {
        self.check_layer(layer)?;
        if self.product.is_v2() && instance != INSTANCE {
            bail!(PARA, "layer {layer} has no topology instance {instance}: only {INSTANCE} exists");
        }
        Ok(wiring(self.product))
    }

    /// Ranks of a topology instance.
    pub fn topo_ranks(&self, layer: u32, instance: u32) -> Result<&[u32]> {
        self.check_layer(layer)?;
        if !matches!(self.product, Product::A5 | Product::A2) {
            bail!(NOT_SUPPORT, "the ranks of a topology instance are not told on this product");
        }
        if instance != INSTANCE {
            bail!(PARA, "layer {layer} has no topology instance {instance}: only {INSTANCE} exists");
        }
        Ok(&self.ranks)
    }

    /// Links from one rank to another in a layer; address and number stay valid as long as the graph.
    pub fn links(&self, layer: u32, src: u32, dst: u32) -> Result<(*mut CommLink, u32)> {
        let size = self.devices.len() as u32;
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
        if layer != LAYER || src == dst {
            return Ok((std::ptr::null_mut(), 0));
        }
        let mut cache = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        let links = cache.entry((src, dst)).or_insert_with(|| Links([self.link(src, dst)].into()));
        Ok((links.0.as_mut_ptr(), links.0.len() as u32))
    }

    /// Ports of this rank in a topology instance.
    pub fn endpoints(&self, layer: u32, instance: u32) -> Result<Vec<EndpointDesc>> {
        self.check_layer(layer)?;
        if instance != INSTANCE {
            return Ok(Vec::new());
        }
        Ok(self
            .ranks
            .iter()
            .filter(|&&to| to != self.rank)
            .map(|&to| self.port(self.rank, to, None))
            .collect())
    }

    /// An attribute of a port of `rank`.
    pub fn endpoint_attribute(&self, rank: u32, endpoint: &EndpointDesc, attribute: i32) -> Result<u32> {
        if rank as usize >= self.devices.len() {
            let code = if self.product.is_v2() { Code::PTR } else { Code::NOT_FOUND };
            return Err(Error::new(
                code,
                format!("rank {rank} is not below the number of ranks, {}", self.devices.len()),
            ));
        }
        let known = self.ranks.iter().filter(|&&to| to != rank).any(|&to| {
            let own = self.port(rank, to, None);
            own.protocol.raw() == endpoint.protocol.raw()
                && own.commAddr.r#type.raw() == endpoint.commAddr.r#type.raw()
                && address(&own) == address(endpoint)
        });
        if !known {
            bail!(
                NOT_FOUND,
                "rank {rank} has no such endpoint (protocol {}): take endpoints from HcclRankGraphGetLinks or \
                 HcclRankGraphGetEndpointDesc",
                endpoint.protocol.raw()
            );
        }
        match EndpointAttr::from_raw(attribute) {
            Some(EndpointAttr::ENDPOINT_ATTR_BW_COEFF) => Ok(1),
            Some(EndpointAttr::ENDPOINT_ATTR_DIE_ID) => Ok(0),
            // Observable in the original: the newer products say 1 for a device, the older ones 0.
            Some(EndpointAttr::ENDPOINT_ATTR_LOCATION) => Ok(u32::from(self.product.is_v2())),
            Some(EndpointAttr::ENDPOINT_ATTR_INVALID) | None => {
                bail!(PARA, "endpointAttr is {attribute}, 0 to 2 is expected")
            }
        }
    }

    fn check_layer(&self, layer: u32) -> Result {
        if layer != LAYER {
            bail!(PARA, "netLayer is {layer}, but this communicator has layer {LAYER} only");
        }
        Ok(())
    }

    /// Protocol between two ranks.
    fn protocol(&self, src: u32, dst: u32) -> CommProtocol {
        let dies = |rank: u32| self.devices[rank as usize] / 2;
        self.protocol.unwrap_or(match self.product {
            Product::A5 => CommProtocol::COMM_PROTOCOL_UB_CTP,
            Product::P310 => CommProtocol::COMM_PROTOCOL_PCIE,
            Product::A3 if dies(src) == dies(dst) => CommProtocol::COMM_PROTOCOL_SIO,
            Product::A2 | Product::A3 => CommProtocol::COMM_PROTOCOL_HCCS,
        })
    }

    /// The port of `rank` that leads to `peer`.
    fn port(&self, rank: u32, peer: u32, device: Option<u32>) -> EndpointDesc {
        let mut port = unset::<EndpointDesc>();
        port.protocol = self.protocol(rank, peer).abi();
        port.loc.locType = EndpointLocType::ENDPOINT_LOC_TYPE_DEVICE.abi();
        let own = self.devices[rank as usize];
        if self.product.is_v2() {
            port.commAddr.r#type = CommAddrType::COMM_ADDR_TYPE_EID.abi();
            let mut eid = [0; 16];
            eid[0] = 0xfd;
            eid[8..12].copy_from_slice(&own.to_be_bytes());
            eid[12..16].copy_from_slice(&self.devices[peer as usize].to_be_bytes());
            port.commAddr.anon_0.eid = eid;
        } else {
            port.commAddr.r#type = CommAddrType::COMM_ADDR_TYPE_ID.abi();
            port.commAddr.anon_0.id = own;
        }
        if let Some(device) = device {
            port.loc.anon_0.device.devPhyId = device;
        }
        if !self.product.is_v2() {
            port.loc.anon_0.device.devPhyId = own;
            port.loc.anon_0.device.serverIdx = 0;
            port.loc.anon_0.device.superPodIdx = 0;
        }
        port
    }

    fn link(&self, src: u32, dst: u32) -> CommLink {
        let mut link = unset::<CommLink>();
        link.header.version = COMM_LINK_VERSION;
        link.header.magicWord = COMM_LINK_MAGIC_WORD;
        link.header.size = size_of::<CommLink>() as u32;
        link.header.reserved = 0;
        link.srcEndpointDesc = self.port(src, dst, Some(self.devices[src as usize]));
        link.dstEndpointDesc = self.port(dst, src, Some(self.devices[dst as usize]));
        link.linkAttr.anon_0.linkProtocol = self.protocol(src, dst).abi();
        link.linkAttr.anon_0.hop = 1;
        link
    }
}

fn wiring(product: Product) -> CommTopo {
    match product {
        Product::A5 | Product::A2 => CommTopo::COMM_TOPO_1DMESH,
        Product::A3 => CommTopo::COMM_TOPO_910_93,
        Product::P310 => CommTopo::COMM_TOPO_310P,
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
        Graph::one_server(soc, 1, (0..size).collect()).unwrap()
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
