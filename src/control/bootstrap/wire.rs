//! Messages between the members of a communicator and its hub, and how they travel over TCP.
//!
//! A frame is a header of 12 bytes (magic, version, reserved, length; little endian) and a body of `length` bytes
//! in postcard encoding. Everything that arrives is checked against a limit before memory is set aside for it: a
//! stranger may send at most [`HELLO_LIMIT`] bytes, a member at most [`BODY_LIMIT`].

use std::io::{self, Read, Write};
use std::net::IpAddr;

use hcomm_base::{Result, bail, err};
use npu_ext::DeviceInfo;
use serde::{Deserialize, Serialize};

use crate::control::host::Host;

/// First bytes of every frame.
pub const MAGIC: [u8; 4] = *b"HCMB";
/// Version of the messages. Members and hub must agree.
pub const VERSION: u16 = 2;
/// Largest body of the first frame of a connection.
pub const HELLO_LIMIT: usize = 4 * 1024;
/// Largest body of any other frame.
pub const BODY_LIMIT: usize = 16 * 1024 * 1024;
/// Bytes of a frame header.
pub const HEADER: usize = 12;

/// Who a rank is and where its memory lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Rank in the communicator.
    pub rank: u32,
    /// Process id.
    pub pid: i32,
    /// Name of the machine the process runs on, for texts.
    pub host: String,
    /// Machine the process runs on.
    pub identity: Host,
    /// Address under which other ranks reach it.
    pub ip: IpAddr,
    /// Physical device of the rank.
    pub device: i32,
    /// SoC name, e.g. `Ascend950PR_958b`.
    pub soc: String,
    /// Device memory of the rank.
    pub memory: Memory,
    /// Address of the rank's barrier notifies, as valid in its process; 0 if it has none.
    pub barrier: u64,
}

/// [`DeviceInfo`] as it travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    slot: u32,
    device: i32,
    pid: i32,
    fd: i32,
    start_time: u64,
    uuid: u64,
    base: u64,
    size: u64,
}

impl From<DeviceInfo> for Memory {
    fn from(info: DeviceInfo) -> Self {
        let DeviceInfo { slot, device, pid, fd, start_time, uuid, base, size } = info;
        Memory { slot, device, pid, fd, start_time, uuid, base, size }
    }
}

impl From<Memory> for DeviceInfo {
    fn from(memory: Memory) -> Self {
        let Memory { slot, device, pid, fd, start_time, uuid, base, size } = memory;
        DeviceInfo { slot, device, pid, fd, start_time, uuid, base, size }
    }
}

/// What [`Message::Post`] carries is told apart by a tag.
pub type Tag = Vec<u8>;

/// Everything that is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// Member to hub, first message: I want to be a rank.
    Hello {
        /// From the root info; proves that the sender was invited.
        secret: [u8; 16],
        /// Number of ranks that the member was told.
        size: u32,
        /// The member.
        entry: Entry,
    },
    /// Instead of [`Message::Hello`]: I cannot become this rank, so nobody should wait for me.
    GiveUp {
        /// From the root info.
        secret: [u8; 16],
        /// Number of ranks that the sender was told.
        size: u32,
        /// Rank that it was to be.
        rank: u32,
        /// Why not, in one sentence.
        text: String,
    },
    /// Hub to member: all are here. Entries in order of rank.
    Table(Vec<Entry>),
    /// Hub to member: the communicator cannot be made.
    Refused {
        /// `HcclResult` number.
        code: i32,
        /// One sentence.
        text: String,
    },
    /// Member to hub: I can reach the memory of all ranks.
    Ready,
    /// Hub to member: all are ready.
    Go,
    /// Member to member through the hub. `rank` is the receiver on the way to the hub, the sender afterwards.
    Post {
        /// The other end.
        rank: u32,
        /// Subject.
        tag: Tag,
        /// Content.
        body: Vec<u8>,
    },
    /// Member to hub: I leave in good order.
    Bye,
    /// Hub to member: everybody has been told that you leave.
    ByeAck,
    /// Hub to member: this rank left in good order.
    Left {
        /// The rank.
        rank: u32,
    },
    /// A rank failed; member to hub to all others, or from the hub when a rank vanished.
    Fault {
        /// The rank that failed.
        rank: u32,
        /// `HcclResult` number.
        code: i32,
        /// One sentence.
        text: String,
    },
}

/// The bytes of a message with its header.
pub fn encode(message: &Message) -> Result<Vec<u8>> {
    let body =
        postcard::to_allocvec(message).map_err(|e| err!(INTERNAL, "a message cannot be encoded: {e}"))?;
    if body.len() > BODY_LIMIT {
        bail!(PARA, "a message of {} bytes is over the limit of {BODY_LIMIT} bytes", body.len());
    }
    let mut frame = Vec::with_capacity(HEADER + body.len());
    frame.extend_from_slice(&MAGIC);
    frame.extend_from_slice(&VERSION.to_le_bytes());
    frame.extend_from_slice(&[0; 2]);
    frame.extend_from_slice(&(body.len() as u32).to_le_bytes());
    frame.extend_from_slice(&body);
    Ok(frame)
}

/// Length of the body that a header announces, if the header is one of ours and within `limit`.
fn body_length(header: &[u8; HEADER], limit: usize) -> Result<usize> {
    if header[..4] != MAGIC {
        bail!(INTERNAL, "the bytes received are not of this protocol");
    }
    let version = u16::from_le_bytes([header[4], header[5]]);
    if version != VERSION {
        bail!(
            INTERNAL,
            "version {version} of the protocol came, {VERSION} is spoken here: use one libhcomm everywhere"
        );
    }
    let length = u32::from_le_bytes([header[8], header[9], header[10], header[11]]) as usize;
    if length > limit {
        bail!(INTERNAL, "a message of {length} bytes came, the limit is {limit}");
    }
    Ok(length)
}

fn decode(body: &[u8]) -> Result<Message> {
    match postcard::take_from_bytes::<Message>(body) {
        Ok((message, [])) => Ok(message),
        Ok(_) => Err(err!(INTERNAL, "a message has bytes left over")),
        Err(e) => Err(err!(INTERNAL, "a message cannot be read: {e}")),
    }
}

/// Bytes of a connection that is read without blocking, cut into messages.
#[derive(Default)]
pub struct Inbox {
    bytes: Vec<u8>,
}

impl Inbox {
    /// Adds what was read.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole message; `None` if more bytes are needed.
    pub fn next(&mut self, limit: usize) -> Result<Option<Message>> {
        let Some(header) = self.bytes.first_chunk::<HEADER>() else {
            // Garbage is noticed as soon as it differs, not only when twelve bytes are there.
            let known = self.bytes.len().min(MAGIC.len());
            if self.bytes[..known] != MAGIC[..known] {
                bail!(INTERNAL, "the bytes received are not of this protocol");
            }
            return Ok(None);
        };
        let length = body_length(header, limit)?;
        let Some(body) = self.bytes.get(HEADER..HEADER + length) else { return Ok(None) };
        let message = decode(body)?;
        self.bytes.drain(..HEADER + length);
        Ok(Some(message))
    }
}

/// Reads one message from a blocking stream. `Ok(None)`: the other end closed between two messages.
pub fn read(stream: &mut impl Read, limit: usize) -> io::Result<Result<Option<Message>>> {
    let mut header = [0; HEADER];
    let mut have = 0;
    while have < HEADER {
        match stream.read(&mut header[have..]) {
            Ok(0) if have == 0 => return Ok(Ok(None)),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => have += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let length = match body_length(&header, limit) {
        Ok(length) => length,
        Err(e) => return Ok(Err(e)),
    };
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(decode(&body).map(Some))
}

/// Writes one message to a blocking stream.
pub fn write(stream: &mut impl Write, message: &Message) -> Result {
    stream.write_all(&encode(message)?).map_err(|e| err!(NETWORK, "the connection to the hub is broken: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(rank: u32) -> Entry {
        Entry {
            rank,
            pid: 7,
            host: "h".into(),
            identity: Host::default(),
            ip: IpAddr::from([10, 0, 0, 1]),
            device: 3,
            soc: "Ascend950".into(),
            memory: Memory::default(),
            barrier: 0,
        }
    }

    fn messages() -> impl Strategy<Value = Message> {
        prop_oneof![
            (any::<[u8; 16]>(), any::<u32>(), any::<u32>()).prop_map(|(secret, size, rank)| Message::Hello {
                secret,
                size,
                entry: entry(rank)
            }),
            (0u32..20).prop_map(|n| Message::Table((0..n).map(entry).collect())),
            (any::<i32>(), ".{0,80}").prop_map(|(code, text)| Message::Refused { code, text }),
            (any::<u32>(), any::<Vec<u8>>(), any::<Vec<u8>>()).prop_map(|(rank, tag, body)| Message::Post {
                rank,
                tag,
                body
            }),
            (any::<[u8; 16]>(), any::<u32>(), ".{0,80}").prop_map(|(secret, rank, text)| Message::GiveUp {
                secret,
                size: 9,
                rank,
                text
            }),
            Just(Message::Ready),
            Just(Message::Go),
            Just(Message::Bye),
            Just(Message::ByeAck),
            any::<u32>().prop_map(|rank| Message::Left { rank }),
            (any::<u32>(), any::<i32>(), ".{0,80}").prop_map(|(rank, code, text)| Message::Fault {
                rank,
                code,
                text
            }),
        ]
    }

    proptest! {
        #[test]
        fn messages_survive_any_cutting(list in prop::collection::vec(messages(), 1..6), step in 1usize..40) {
            let bytes: Vec<u8> = list.iter().flat_map(|m| encode(m).unwrap()).collect();
            let mut inbox = Inbox::default();
            let mut seen = Vec::new();
            for piece in bytes.chunks(step) {
                inbox.extend(piece);
                while let Some(message) = inbox.next(BODY_LIMIT).unwrap() {
                    seen.push(message);
                }
            }
            prop_assert_eq!(&seen, &list);
            let mut reader = &bytes[..];
            for message in &list {
                let read = read(&mut reader, BODY_LIMIT).unwrap().unwrap();
                prop_assert_eq!(read.as_ref(), Some(message));
            }
            prop_assert_eq!(read(&mut reader, BODY_LIMIT).unwrap().unwrap(), None);
        }

        #[test]
        fn garbage_never_panics_and_is_never_a_large_allocation(bytes in any::<Vec<u8>>()) {
            let mut inbox = Inbox::default();
            inbox.extend(&bytes);
            while let Ok(Some(_)) = inbox.next(HELLO_LIMIT) {}
            let _ = read(&mut &bytes[..], HELLO_LIMIT);
            let mut framed = MAGIC.to_vec();
            framed.extend_from_slice(&VERSION.to_le_bytes());
            framed.extend_from_slice(&[0; 2]);
            framed.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            framed.extend_from_slice(&bytes);
            let _ = read(&mut &framed[..], HELLO_LIMIT);
        }

        #[test]
        fn a_flipped_byte_is_an_error_or_another_message(message in messages(), at in any::<prop::sample::Index>(), bit in 0u8..8) {
            let mut bytes = encode(&message).unwrap();
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            let _ = read(&mut &bytes[..], BODY_LIMIT);
        }
    }

    #[test]
    fn garbage_is_noticed_at_the_first_byte_and_lengths_are_limited() {
        let mut inbox = Inbox::default();
        inbox.extend(b"GET");
        assert!(inbox.next(HELLO_LIMIT).is_err());
        let mut inbox = Inbox::default();
        inbox.extend(b"HC");
        assert_eq!(inbox.next(HELLO_LIMIT).unwrap(), None);
        let mut header = encode(&Message::Bye).unwrap();
        header[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut inbox = Inbox::default();
        inbox.extend(&header);
        assert!(inbox.next(BODY_LIMIT).unwrap_err().text.contains("limit"));
        header[4] = 9;
        assert!(read(&mut &header[..], BODY_LIMIT).unwrap().unwrap_err().text.contains("version 9"));
    }
}
