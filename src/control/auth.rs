//! Authentication of what ranks and ends of channels say to each other.

use hcomm_base::{Result, err};
use ring::hmac::{self, Context, HMAC_SHA256, Key};
use ring::rand::{SecureRandom, SystemRandom};

/// HMAC-SHA256 over several parts, each with its length, so that moving bytes from one to the next changes it.
pub(super) fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut context = Context::with_key(&Key::new(HMAC_SHA256, key));
    for part in parts {
        context.update(&(part.len() as u64).to_le_bytes());
        context.update(part);
    }
    let mut digest = [0; 32];
    digest.copy_from_slice(hmac::Tag::as_ref(&context.sign()));
    digest
}

/// The first half of a digest.
pub(super) fn cut(digest: [u8; 32]) -> [u8; 16] {
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    half
}

/// Compares without telling by its duration where the first difference is.
pub(super) fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y)) == 0
}

/// 32 bytes that nobody can guess.
pub(super) fn random() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|_| err!(SYSCALL, "no random numbers could be had"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_depends_on_key_parts_and_their_borders() {
        let code = hmac(b"k", &[b"ab", b"c"]);
        assert!(equal(&code, &hmac(b"k", &[b"ab", b"c"])));
        for other in [hmac(b"k", &[b"a", b"bc"]), hmac(b"x", &[b"ab", b"c"]), hmac(b"k", &[b"ab", b"c", b""])]
        {
            assert!(!equal(&code, &other));
        }
        assert_ne!(random(), random());
        assert!(!equal(b"ab", b"abc"));
    }
}
