//! Exchanging bytes between ranks: each gives some and gets those of all others.

use std::time::Instant;

use hcomm_base::{Code, Error, Result, bail};

use super::comm::Comm;

/// First byte of a message: bytes of a round, or that the sender has given up waiting for that round.
const OFFER: u8 = 0;
const WITHDRAW: u8 = 1;

/// Gives `body` to each of `ranks` and answers what they gave, in the order of `ranks`; this rank must not be among them.
/// All call it with the same tag; blocks until all did. A rank that gives up takes its bytes back, so the next round does
/// not meet them. TCP_TRANSFER at the deadline, with the ranks that did not come.
pub fn gather(
    comm: &Comm,
    ranks: &[u32],
    tag: &[u8],
    body: &[u8],
    deadline: Instant,
) -> Result<Vec<Vec<u8>>> {
    let mut message = vec![OFFER];
    message.extend_from_slice(body);
    let sent = ranks.iter().try_for_each(|&rank| comm.link().post(rank, tag, message.clone()));
    let mut got: Vec<Option<Vec<u8>>> = vec![None; ranks.len()];
    let result = sent.and_then(|()| collect(comm, ranks, tag, &mut got, deadline));
    if let Err(error) = result {
        for &rank in ranks {
            // The rank may be gone; nobody waits for it then.
            let _ = comm.link().post(rank, tag, vec![WITHDRAW]);
        }
        if error.code != Code::TIMEOUT {
            return Err(error);
        }
        let absent: Vec<String> = ranks
            .iter()
            .zip(&got)
            .filter(|(_, got)| got.is_none())
            .map(|(rank, _)| rank.to_string())
            .collect();
        return Err(Error::new(
            Code::TCP_TRANSFER,
            format!(
                "communicator {}: rank {} waited {:?} for rank(s) {}: all of them must make the same call \
                 (HCCL_CONNECT_TIMEOUT sets the time)",
                comm.name(),
                comm.rank(),
                comm.config().connect_timeout,
                absent.join(", ")
            ),
        ));
    }
    Ok(got.into_iter().flatten().collect())
}

fn collect(comm: &Comm, ranks: &[u32], tag: &[u8], got: &mut [Option<Vec<u8>>], deadline: Instant) -> Result {
    loop {
        let missing: Vec<usize> = (0..ranks.len()).filter(|&at| got[at].is_none()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let sources: Vec<_> = missing.iter().map(|&at| (ranks[at], tag.to_vec())).collect();
        let (at, message) = comm.link().wait_any(&sources, deadline)?;
        let rank = sources[at].0;
        match message.split_first() {
            Some((&OFFER, body)) => {
                let next = comm.link().peek(rank, tag);
                if next.first().is_some_and(|next| next.first() == Some(&WITHDRAW)) {
                    comm.link().take(rank, tag);
                } else {
                    got[missing[at]] = Some(body.to_vec());
                }
            }
            Some((&WITHDRAW, _)) => {}
            _ => bail!(INTERNAL, "rank {rank} sent an empty message"),
        }
    }
}
