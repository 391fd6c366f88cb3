//! The limit of two ranks that meet over the network: a plain TCP connection between them.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::rank::Rank;

/// Bytes a call sends or receives.
const PIECE: usize = 1 << 20;
/// Limit of every wait for the other rank.
const PATIENCE: Duration = Duration::from_secs(20);
/// Tells the other rank to stop answering.
const STOP: [u64; 3] = [0; 3];

/// A plain connection to the other rank.
pub struct Plain {
    stream: TcpStream,
    buffer: Vec<u8>,
}

fn failed(error: std::io::Error) -> String {
    format!("plain TCP: {error}")
}

impl Plain {
    /// Connects; collective. Rank 1 tells its port through the exchange buffer of rank 0.
    pub fn new(rank: &Rank) -> Result<Plain, String> {
        let address = rank.network.ok_or("the ranks do not meet over the network")?;
        let stream = if rank.rank == 1 {
            let any: IpAddr = match address {
                IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
                IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
            };
            let listener = TcpListener::bind((any, 0)).map_err(failed)?;
            let port = listener.local_addr().map_err(failed)?.port();
            // SAFETY: the own buffer, of which nobody else uses these bytes.
            unsafe { rank.local.cast::<u16>().write(port) };
            rank.write(0, size_of::<u16>())?;
            rank.drain()?;
            rank.barrier()?;
            accept(&listener)?
        } else {
            rank.barrier()?;
            // SAFETY: the own buffer; rank 1 wrote these bytes before the barrier.
            let port = unsafe { rank.local.cast::<u16>().read() };
            TcpStream::connect_timeout(&SocketAddr::new(address, port), PATIENCE).map_err(failed)?
        };
        stream.set_nodelay(true).map_err(failed)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
        Ok(Plain { stream, buffer: vec![1; PIECE] })
    }

    /// Rank 1: does what rank 0 asks for until it stops.
    pub fn serve(mut self) -> Result<(), String> {
        loop {
            let mut words = [0_u8; size_of::<[u64; 3]>()];
            self.stream.read_exact(&mut words).map_err(failed)?;
            let mut wish = words.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
            let [kind, count, len] = std::array::from_fn(|_| wish.next().unwrap_or(0));
            match kind {
                0 => return Ok(()),
                1 => {
                    for _ in 0..count {
                        self.receive(len as usize)?;
                    }
                    self.stream.write_all(&[1]).map_err(failed)?;
                }
                _ => {
                    for _ in 0..count {
                        self.send(len as usize)?;
                    }
                }
            }
        }
    }

    /// Rank 0: ends [`serve`](Self::serve) at the other rank.
    pub fn stop(&mut self) -> Result<(), String> {
        self.ask(STOP)
    }

    fn ask(&mut self, wish: [u64; 3]) -> Result<(), String> {
        let bytes: Vec<u8> = wish.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.stream.write_all(&bytes).map_err(failed)
    }

    /// Rank 0: `count` messages of `len` bytes to the other rank, until it has them all.
    pub fn stream_to(&mut self, count: usize, len: usize) -> Result<(), String> {
        self.ask([1, count as u64, len as u64])?;
        for _ in 0..count {
            self.send(len)?;
        }
        self.stream.read_exact(&mut [0]).map_err(failed)
    }

    /// Rank 0: `count` messages of `len` bytes from the other rank.
    pub fn stream_from(&mut self, count: usize, len: usize) -> Result<(), String> {
        self.ask([2, count as u64, len as u64])?;
        (0..count).try_for_each(|_| self.receive(len))
    }

    /// From now on waiting means looking again and again (`true`), or sleeping.
    pub fn look(&self, look: bool) -> Result<(), String> {
        self.stream.set_nonblocking(look).map_err(failed)
    }

    /// Sends `len` bytes.
    pub fn send(&mut self, len: usize) -> Result<(), String> {
        let Plain { stream, buffer } = self;
        transfer(len, |piece| stream.write(&buffer[..piece]))
    }

    /// Receives `len` bytes.
    pub fn receive(&mut self, len: usize) -> Result<(), String> {
        let Plain { stream, buffer } = self;
        transfer(len, |piece| stream.read(&mut buffer[..piece]))
    }
}

/// Moves `len` bytes in pieces.
fn transfer(mut len: usize, mut some: impl FnMut(usize) -> std::io::Result<usize>) -> Result<(), String> {
    let mut until = None;
    while len != 0 {
        match some(len.min(PIECE)) {
            Ok(0) => return Err("plain TCP: the other rank is gone".into()),
            Ok(done) => len -= done,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if Instant::now() > *until.get_or_insert_with(|| Instant::now() + PATIENCE) {
                    return Err(failed(error));
                }
            }
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(())
}

fn accept(listener: &TcpListener) -> Result<TcpStream, String> {
    listener.set_nonblocking(true).map_err(failed)?;
    let until = Instant::now() + PATIENCE;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false).map_err(failed)?;
                return Ok(stream);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(failed(error)),
        }
    }
}
