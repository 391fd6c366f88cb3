//! How the two ends of a link convince each other that they share its secret.
//!
//! | from | bytes | what |
//! |---|---|---|
//! | connecting end | 64 | [`Hello`]: magic, version, options, name of the link, a random number |
//! | listening end | 80 | magic, version, options, a random number, proof over both random numbers |
//! | connecting end | 32 | proof over both random numbers |
//! | listening end | 8 | magic: the link is established |
//!
//! A proof is an HMAC-SHA256 under the secret; who proves stands in it, so that no proof can be sent back.

use ring::hmac;

/// First bytes of each end's first message.
const MAGIC: [u8; 8] = *b"hcommnet";
/// Version of everything that travels.
const VERSION: u16 = 1;

/// Bytes of a [`Hello`].
pub(super) const HELLO: usize = 64;
/// Bytes of a challenge.
pub(super) const CHALLENGE: usize = 80;
/// Bytes of a proof.
pub(super) const PROOF: usize = 32;
/// Bytes of a welcome.
pub(super) const WELCOME: usize = 8;

/// First message of the connecting end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hello {
    /// Options of the sender; both ends need the same.
    pub options: u16,
    /// Name of the link.
    pub id: [u8; 16],
    /// Random number of the sender.
    pub nonce: [u8; 32],
}

/// What both ends know after their first messages.
pub(super) struct Pact {
    key: hmac::Key,
    hello: Hello,
    nonce: [u8; 32],
}

fn head(options: u16) -> [u8; 12] {
    let mut head = [0; 12];
    head[..8].copy_from_slice(&MAGIC);
    head[8..10].copy_from_slice(&VERSION.to_le_bytes());
    head[10..].copy_from_slice(&options.to_le_bytes());
    head
}

fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

/// Options of the sender, if the message begins as it should.
fn options(message: &[u8]) -> Result<u16, &'static str> {
    if message[..8] != MAGIC {
        return Err("what listens there is no hcomm");
    }
    if message[8..10] != VERSION.to_le_bytes() {
        return Err("the other end speaks another version: install the same release at both ends");
    }
    Ok(u16::from_le_bytes(part(message, 10)))
}

impl Hello {
    /// As it travels.
    pub(super) fn encode(&self) -> [u8; HELLO] {
        let mut message = [0; HELLO];
        message[..12].copy_from_slice(&head(self.options));
        message[16..32].copy_from_slice(&self.id);
        message[32..].copy_from_slice(&self.nonce);
        message
    }

    /// Reads what a stranger sent.
    pub(super) fn decode(message: &[u8; HELLO]) -> Result<Hello, &'static str> {
        let options = options(message)?;
        if message[12..16] != [0; 4] {
            return Err("the greeting is malformed");
        }
        Ok(Hello { options, id: part(message, 16), nonce: part(message, 32) })
    }
}

impl Pact {
    /// Of the listening end, with a random number of its own.
    pub(super) fn new(key: &[u8; 32], hello: Hello, nonce: [u8; 32]) -> Pact {
        Pact { key: hmac::Key::new(hmac::HMAC_SHA256, key), hello, nonce }
    }

    /// Of the connecting end, from the other end's challenge; the error says why the other end is not trusted.
    pub(super) fn answer(
        key: &[u8; 32],
        hello: Hello,
        challenge: &[u8; CHALLENGE],
    ) -> Result<Pact, &'static str> {
        if options(challenge)? != hello.options {
            return Err("the other end uses other options: install the same release at both ends");
        }
        let pact = Pact::new(key, hello, part(challenge, 16));
        match pact.verify(b"listening end", &challenge[48..]) {
            true => Ok(pact),
            false => Err("the other end does not know the secret of the link"),
        }
    }

    fn text(&self, who: &[u8; 13]) -> [u8; 95] {
        let mut text = [0; 95];
        text[..13].copy_from_slice(who);
        text[13..15].copy_from_slice(&self.hello.options.to_le_bytes());
        text[15..31].copy_from_slice(&self.hello.id);
        text[31..63].copy_from_slice(&self.hello.nonce);
        text[63..].copy_from_slice(&self.nonce);
        text
    }

    fn prove(&self, who: &[u8; 13]) -> [u8; PROOF] {
        part(hmac::sign(&self.key, &self.text(who)).as_ref(), 0)
    }

    fn verify(&self, who: &[u8; 13], proof: &[u8]) -> bool {
        hmac::verify(&self.key, &self.text(who), proof).is_ok()
    }

    /// Message of the listening end.
    pub(super) fn challenge(&self) -> [u8; CHALLENGE] {
        let mut message = [0; CHALLENGE];
        message[..12].copy_from_slice(&head(self.hello.options));
        message[16..48].copy_from_slice(&self.nonce);
        message[48..].copy_from_slice(&self.prove(b"listening end"));
        message
    }

    /// Second message of the connecting end.
    pub(super) fn proof(&self) -> [u8; PROOF] {
        self.prove(b"connecting   ")
    }

    /// True if the connecting end knows the secret.
    pub(super) fn accepts(&self, proof: &[u8; PROOF]) -> bool {
        self.verify(b"connecting   ", proof)
    }
}

/// Last message of the listening end.
pub(super) const fn welcome() -> [u8; WELCOME] {
    MAGIC
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO_A: Hello = Hello { options: 1, id: [7; 16], nonce: [8; 32] };

    #[test]
    fn ends_with_the_same_secret_agree() {
        assert_eq!(Hello::decode(&HELLO_A.encode()), Ok(HELLO_A));
        let listening = Pact::new(&[1; 32], HELLO_A, [9; 32]);
        let connecting = Pact::answer(&[1; 32], HELLO_A, &listening.challenge()).unwrap();
        assert!(listening.accepts(&connecting.proof()));
    }

    #[test]
    fn others_do_not() {
        let listening = Pact::new(&[1; 32], HELLO_A, [9; 32]);
        let challenge = listening.challenge();
        let reason = |key, hello, challenge: &_| Pact::answer(key, hello, challenge).err().unwrap_or("none");
        assert!(reason(&[2; 32], HELLO_A, &challenge).contains("secret"));
        assert!(reason(&[1; 32], Hello { options: 0, ..HELLO_A }, &challenge).contains("other options"));
        assert!(reason(&[1; 32], Hello { nonce: [0; 32], ..HELLO_A }, &challenge).contains("secret"));
        for at in 0..CHALLENGE {
            let mut forged = challenge;
            forged[at] ^= 1;
            let harmless = (12..16).contains(&at);
            assert_eq!(reason(&[1; 32], HELLO_A, &forged) == "none", harmless, "byte {at}");
        }
        // The proof of one end is no proof of the other.
        assert!(!listening.accepts(&part(&challenge, 48)));
        let stranger = Pact::new(&[2; 32], HELLO_A, [9; 32]);
        assert!(!listening.accepts(&stranger.proof()));
        let mut hello = HELLO_A.encode();
        hello[0] = 0;
        assert!(Hello::decode(&hello).is_err());
    }
}
