//! What the modules of this crate share: reading enumerations from C, result codes, layout checks.

use core::mem::MaybeUninit;

/// An integer that is not an enumerator of the wanted type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownValue(pub i32);

/// A C enumeration.
///
/// # Safety
/// The type is a `repr(C)` enum of four bytes, and `from_raw` answers `Some` exactly for its discriminants.
pub unsafe trait AbiEnum: Copy {
    /// The enumerator with this value, if there is one.
    fn from_raw(value: i32) -> Option<Self>;
    /// The value of this enumerator.
    fn raw(self) -> i32;
    /// This enumerator in the form that parameters and members have.
    fn abi(self) -> MaybeUninit<Self> {
        MaybeUninit::new(self)
    }
}

/// Reads an enumeration that came from C.
pub trait EnumArg: Copy {
    /// The enumeration.
    type Enum: AbiEnum;
    /// The integer that was passed.
    fn raw(self) -> i32;
    /// The enumerator that was passed, or `None` if the value is not one.
    fn known(self) -> Option<Self::Enum> {
        Self::Enum::from_raw(self.raw())
    }
}

impl<E: AbiEnum> EnumArg for MaybeUninit<E> {
    type Enum = E;

    fn raw(self) -> i32 {
        // SAFETY: `AbiEnum` types have four bytes, and a value passed through the C ABI has them all initialised;
        // every bit pattern is a valid i32.
        unsafe { (&raw const self).cast::<i32>().read() }
    }
}

/// Reads a `bool` member of a structure that came from C, where the byte may hold anything.
pub trait BoolArg: Copy {
    /// True when the byte is not zero.
    fn is_set(self) -> bool;
}

impl BoolArg for MaybeUninit<bool> {
    fn is_set(self) -> bool {
        // SAFETY: a structure passed through the C ABI has this byte initialised; every value is a valid u8.
        unsafe { (&raw const self).cast::<u8>().read() != 0 }
    }
}

/// A structure or union of the ABI whose bytes may all be zero.
///
/// # Safety
/// The type is `repr(C)`, and all-zero bytes are a valid value of it.
pub unsafe trait AbiStruct: Copy {
    /// A value of zero bytes only, padding included.
    fn zeroed() -> Self {
        // SAFETY: the implementer promises that zero bytes are a valid value.
        unsafe { MaybeUninit::zeroed().assume_init() }
    }
}

/// A type that C functions of this ABI return to report success or failure.
pub trait ResultCode: Copy {
    /// The value for a code of the `HcclResult` numbering; a code the type does not know becomes its general error.
    fn from_code(code: i32) -> Self;
    /// The code.
    fn code(self) -> i32;
}

impl ResultCode for i32 {
    fn from_code(code: i32) -> Self {
        code
    }
    fn code(self) -> i32 {
        self
    }
}

/// Implements [`AbiEnum`] and `TryFrom<i32>` for an enumeration, given all its enumerators.
macro_rules! abi_enum {
    ($name:ident { $($variant:ident),* $(,)? }) => {
        const _: () = assert!(size_of::<$name>() == 4);

        // SAFETY: a repr(C) enum of four bytes (checked above), compared with its own discriminants only.
        unsafe impl $crate::AbiEnum for $name {
            fn from_raw(value: i32) -> Option<Self> {
                $(if value == $name::$variant as i32 { return Some($name::$variant); })*
                None
            }
            fn raw(self) -> i32 {
                self as i32
            }
        }

        impl TryFrom<i32> for $name {
            type Error = $crate::UnknownValue;
            fn try_from(value: i32) -> Result<Self, $crate::UnknownValue> {
                <Self as $crate::AbiEnum>::from_raw(value).ok_or($crate::UnknownValue(value))
            }
        }
    };
}

/// Implements [`ResultCode`] for an enumeration of results; `$internal` stands for codes it does not have.
macro_rules! abi_result {
    ($name:ident, $internal:ident) => {
        impl $crate::ResultCode for $name {
            fn from_code(code: i32) -> Self {
                <Self as $crate::AbiEnum>::from_raw(code).unwrap_or($name::$internal)
            }
            fn code(self) -> i32 {
                self as i32
            }
        }
    };
}

/// Checks size, alignment and member offsets of a structure at compile time and implements [`AbiStruct`].
macro_rules! abi_struct {
    ($name:ident, size $size:literal, align $align:literal, { $($($member:ident).+ @ $offset:literal),* $(,)? }) => {
        const _: () = {
            assert!(size_of::<$name>() == $size);
            assert!(align_of::<$name>() == $align);
            $(assert!(core::mem::offset_of!($name, $($member).+) == $offset);)*
        };

        // SAFETY: repr(C); members are integers, floats, pointers, optional functions, arrays of those and
        // `MaybeUninit`, for all of which zero bytes are valid.
        unsafe impl $crate::AbiStruct for $name {}
    };
}
