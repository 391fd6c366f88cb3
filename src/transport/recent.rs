//! The newest operations of a link, for texts.

use std::fmt;

use super::frame::Frame;

/// How many are kept.
const KEPT: usize = 6;

/// The newest frames of one direction.
#[derive(Default)]
pub(super) struct Recent {
    frames: [Option<Frame>; KEPT],
    count: u64,
}

impl Recent {
    /// Adds a frame, and forgets the oldest.
    #[inline]
    pub(super) fn push(&mut self, frame: &Frame) {
        self.frames[self.count as usize % KEPT] = Some(*frame);
        self.count += 1;
    }
}

impl fmt::Display for Recent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 0 {
            return f.write_str("nothing");
        }
        write!(f, "{} in all, the last ", self.count)?;
        for back in 1..=self.count.min(KEPT as u64) {
            if let Some(frame) = &self.frames[(self.count - back) as usize % KEPT] {
                write!(f, "{}{frame}", if back == 1 { "" } else { ", before it " })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::What;
    use super::*;

    #[test]
    fn the_newest_come_first_and_old_ones_are_forgotten() {
        let mut recent = Recent::default();
        assert_eq!(recent.to_string(), "nothing");
        for notify in 0..10 {
            recent.push(&Frame { notify: Some(notify), ..Frame::new(What::Record) });
        }
        let text = recent.to_string();
        assert!(text.starts_with("10 in all, the last record notify 9, before it record notify 8"), "{text}");
        assert!(text.ends_with("record notify 4"), "{text}");
    }
}
