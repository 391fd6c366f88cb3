//! The header in front of everything that travels on an established link.

use hcomm_kernels::{size_of, supported};

/// Bytes of a header.
pub(super) const HEAD: usize = 32;
/// Longest text of a [`What::Fault`].
pub(super) const TEXT: usize = 512;
/// [`Frame::notify`] is used.
const WITH_NOTIFY: u8 = 1;

/// What a frame is. Values are part of the wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum What {
    /// Payload for an address, then perhaps a notify.
    Write = 1,
    /// Payload to combine with what lies at an address, then perhaps a notify.
    WriteReduce = 2,
    /// Asks for memory; answered by [`What::Data`].
    Read = 3,
    /// Records a notify.
    Record = 4,
    /// Asks whether everything before is executed; answered by [`What::Ack`].
    Fence = 5,
    /// Payload that was asked for.
    Data = 6,
    /// Answer to a fence.
    Ack = 7,
    /// Nothing more follows: the link is closed.
    Bye = 8,
    /// The sender gives the link up; a text says why.
    Fault = 9,
}

impl What {
    fn of(value: u8) -> Option<What> {
        Some(match value {
            1 => What::Write,
            2 => What::WriteReduce,
            3 => What::Read,
            4 => What::Record,
            5 => What::Fence,
            6 => What::Data,
            7 => What::Ack,
            8 => What::Bye,
            9 => What::Fault,
            _ => return None,
        })
    }

    /// Word for texts.
    pub(super) fn name(self) -> &'static str {
        match self {
            What::Write => "write",
            What::WriteReduce => "write-reduce",
            What::Read => "read",
            What::Record => "record",
            What::Fence => "fence",
            What::Data => "data",
            What::Ack => "fence answer",
            What::Bye => "goodbye",
            What::Fault => "fault",
        }
    }
}

/// A header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// What it is.
    pub what: What,
    /// Number of the `HcclDataType` of a reduction, else 0.
    pub dtype: u8,
    /// Number of the `HcclReduceOp` of a reduction, else 0.
    pub op: u8,
    /// Notify of the receiver that is recorded when the frame is executed.
    pub notify: Option<u32>,
    /// Address in the receiver's process.
    pub addr: u64,
    /// Bytes of payload; of a read: bytes asked for.
    pub len: u64,
    /// Number of the question, for questions and answers; else 0.
    pub id: u64,
}

impl Frame {
    /// A frame with nothing but its kind.
    pub(super) const fn new(what: What) -> Frame {
        Frame { what, dtype: 0, op: 0, notify: None, addr: 0, len: 0, id: 0 }
    }

    /// Bytes that follow the header.
    pub(super) fn payload(&self) -> u64 {
        match self.what {
            What::Write | What::WriteReduce | What::Data | What::Fault => self.len,
            _ => 0,
        }
    }

    /// As it travels: little-endian, no padding.
    pub(super) fn encode(&self) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[0] = self.what as u8;
        head[1] = self.dtype;
        head[2] = self.op;
        if let Some(notify) = self.notify {
            head[3] = WITH_NOTIFY;
            head[4..8].copy_from_slice(&notify.to_le_bytes());
        }
        head[8..16].copy_from_slice(&self.addr.to_le_bytes());
        head[16..24].copy_from_slice(&self.len.to_le_bytes());
        head[24..32].copy_from_slice(&self.id.to_le_bytes());
        head
    }

    /// Reads a header; the error says what is wrong with it. What passes is consistent in itself: fields that its kind
    /// does not use are 0, lengths fit element sizes and addresses do not wrap around.
    pub(super) fn decode(head: &[u8; HEAD]) -> Result<Frame, &'static str> {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let Some(what) = What::of(head[0]) else { return Err("its kind is unknown") };
        let number = u32::from_le_bytes(std::array::from_fn(|i| head[4 + i]));
        let notify = match head[3] {
            0 if number == 0 => None,
            WITH_NOTIFY => Some(number),
            _ => return Err("its flags are unknown"),
        };
        let frame =
            Frame { what, dtype: head[1], op: head[2], notify, addr: word(8), len: word(16), id: word(24) };
        let reduces = what == What::WriteReduce;
        let (dtype, op) = (u32::from(frame.dtype), u32::from(frame.op));
        let fits = size_of(dtype).is_some_and(|size| frame.len.is_multiple_of(size as u64));
        if !reduces && (dtype, op) != (0, 0) {
            Err("it has a data type but does not reduce")
        } else if reduces && !supported(dtype, op) {
            Err("its data type cannot be reduced with its operation")
        } else if reduces && !fits {
            Err("its length is no multiple of its element size")
        } else if what == What::Record && notify.is_none() {
            Err("it records no notify")
        } else if notify.is_some() && !matches!(what, What::Record | What::Write | What::WriteReduce) {
            Err("it has a notify but is no write")
        } else if frame.addr.checked_add(frame.len).is_none() {
            Err("its range wraps around the address space")
        } else if frame.addr != 0 && !matches!(what, What::Write | What::WriteReduce | What::Read) {
            Err("it has an address but moves no memory")
        } else if frame.len != 0 && matches!(what, What::Record | What::Fence | What::Ack | What::Bye) {
            Err("it has a length but no payload")
        } else if what == What::Fault && frame.len > TEXT as u64 {
            Err("its text is too long")
        } else if (frame.id != 0) != matches!(what, What::Read | What::Fence | What::Data | What::Ack) {
            Err("its number does not fit its kind")
        } else {
            Ok(frame)
        }
    }
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.what.name())?;
        if matches!(self.what, What::Write | What::WriteReduce | What::Read | What::Data) {
            write!(f, " {} bytes", self.len)?;
        }
        if self.addr != 0 {
            write!(f, " at {:#x}", self.addr)?;
        }
        if let Some(notify) = self.notify {
            write!(f, " notify {notify}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn headers_survive_the_wire() {
        let write = Frame { addr: 7, len: 1 << 40, notify: Some(3), ..Frame::new(What::Write) };
        let reduce = Frame { what: What::WriteReduce, dtype: 4, op: 1, len: 8, ..write };
        let read = Frame { addr: 1, len: u64::MAX - 1, id: 9, ..Frame::new(What::Read) };
        let record = Frame { notify: Some(u32::MAX), ..Frame::new(What::Record) };
        let data = Frame { len: 3, id: 1, ..Frame::new(What::Data) };
        for frame in [write, reduce, read, record, data, Frame::new(What::Bye)] {
            assert_eq!(Frame::decode(&frame.encode()), Ok(frame));
        }
        assert_eq!(write.encode()[..8], [1, 0, 0, 1, 3, 0, 0, 0]);
        assert_eq!(write.to_string(), "write 1099511627776 bytes at 0x7 notify 3");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let write = Frame { addr: 7, len: 8, ..Frame::new(What::Write) };
        for (bad, words) in [
            (Frame { addr: u64::MAX, len: 2, ..write }, "wraps"),
            (Frame { dtype: 1, ..write }, "does not reduce"),
            (Frame { what: What::WriteReduce, dtype: 4, len: 7, ..write }, "multiple"),
            (Frame { what: What::WriteReduce, dtype: 15, ..write }, "cannot be reduced"),
            (Frame::new(What::Record), "records no notify"),
            (Frame { notify: Some(1), id: 1, ..Frame::new(What::Read) }, "is no write"),
            (Frame { len: 1, notify: Some(1), ..Frame::new(What::Record) }, "no payload"),
            (Frame { addr: 1, ..Frame::new(What::Bye) }, "moves no memory"),
            (Frame { len: 513, ..Frame::new(What::Fault) }, "too long"),
            (Frame::new(What::Read), "number"),
            (Frame { id: 1, ..write }, "number"),
        ] {
            let error = Frame::decode(&bad.encode()).unwrap_err();
            assert!(error.contains(words), "{bad}: {error}");
        }
        let mut head = write.encode();
        head[0] = 10;
        assert!(Frame::decode(&head).is_err());
        head[0] = 1;
        head[3] = 2;
        assert!(Frame::decode(&head).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Whatever arrives: what is accepted is exactly what its sender would send again.
        #[test]
        fn accepted_headers_are_canonical(mut head in any::<[u8; HEAD]>(), kind in 0u8..12, plain in any::<u8>()) {
            head[0] = kind;
            // Mostly small numbers in the fields that rarely pass otherwise.
            if plain & 1 == 0 { head[1] = 0; head[2] = 0; }
            if plain & 2 == 0 { head[3] = 0; head[4..8].fill(0); } else { head[3] = 1; }
            if plain & 4 == 0 { head[8..16].fill(0); }
            if plain & 8 == 0 { head[16..24].fill(0); }
            if plain & 16 == 0 { head[24..32].fill(0); }
            if let Ok(frame) = Frame::decode(&head) {
                prop_assert_eq!(frame.encode(), head);
                prop_assert!(frame.addr.checked_add(frame.len).is_some());
            }
        }
    }
}
