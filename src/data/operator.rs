//! The operator that runs on a communicator, as error texts show it.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Turns the bytes of an operator's information into text: bytes, buffer, bytes of the buffer.
pub type Formatter = unsafe extern "C" fn(*const c_void, *mut c_char, usize);

/// Bytes that a formatter may write.
const TEXT: usize = 1024;

/// What is known of the current operator.
#[derive(Debug, Default)]
pub struct Operator {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    name: String,
    information: Vec<u8>,
    formatter: Option<Formatter>,
}

impl Operator {
    /// Sets how the host calls the operator that begins.
    pub fn set_name(&self, name: String) {
        self.lock().name = name;
    }

    /// How the host calls the operator; empty if it told nothing.
    pub fn name(&self) -> String {
        self.lock().name.clone()
    }

    /// Sets what a kernel tells of the operator that begins.
    pub fn set_information(&self, bytes: &[u8]) {
        self.lock().information = bytes.to_vec();
    }

    /// Sets the function that explains [`Operator::set_information`].
    pub fn set_formatter(&self, formatter: Formatter) {
        self.lock().formatter = Some(formatter);
    }

    /// What to tell of the operator; `None` if nothing is known.
    pub fn text(&self) -> Option<String> {
        let (name, information, formatter) = {
            let state = self.lock();
            (state.name.clone(), state.information.clone(), state.formatter)
        };
        let explained = formatter.filter(|_| !information.is_empty()).map(|formatter| {
            let mut text = vec![0_u8; TEXT];
            // SAFETY: the kernel registered the function for these bytes; the last byte of the buffer stays 0.
            unsafe { formatter(information.as_ptr().cast(), text.as_mut_ptr().cast(), TEXT - 1) };
            text[TEXT - 1] = 0;
            CStr::from_bytes_until_nul(&text).unwrap_or_default().to_string_lossy().into_owned()
        });
        match (name.is_empty(), explained.filter(|text| !text.is_empty())) {
            (true, None) => None,
            (false, None) => Some(name),
            (true, Some(text)) => Some(text),
            (false, Some(text)) => Some(format!("{name}: {text}")),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every statement leaves the state valid, so a panic of another holder does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn length(bytes: *const c_void, text: *mut c_char, room: usize) {
        // SAFETY: the test passes one byte, and the buffer has `room` bytes.
        unsafe {
            let letter = bytes.cast::<u8>().read();
            text.cast::<u8>().write_bytes(letter, room);
        }
    }

    #[test]
    fn a_text_is_made_of_what_is_known() {
        let operator = Operator::default();
        assert_eq!(operator.text(), None);
        operator.set_information(b"x");
        assert_eq!(operator.text(), None);
        operator.set_name("AllReduce".into());
        assert_eq!(operator.text().unwrap(), "AllReduce");
        operator.set_formatter(length);
        let text = operator.text().unwrap();
        assert!(text.starts_with("AllReduce: xxx") && text.len() == "AllReduce: ".len() + TEXT - 1);
    }
}
