//! Versions of the installed packages: `aclsys*`.
//!
//! A package `p` is installed if `$ASCEND_HOME_PATH/share/info/p/version.info` (or `.../p/version.info`) has a line
//! `Version=...`. `hcomm` and `hccl` are always there; `SOFTNPU_HCOMM_VERSION` replaces the number of both.

use super::guard::{guard, not_null};
use crate::error::{Result, code, fail};
use std::ffi::{CStr, c_char};
use std::path::Path;

/// Number of `hcomm` and `hccl` where no file tells one.
const LEVEL: &str = "9.2.0";
/// Bytes that the caller of `aclsysGetVersionStr` provides.
const TEXT_BYTES: usize = 128;

/// Version of a package as text.
fn version_of(package: &str) -> Option<String> {
    if package.is_empty() || package.contains(['/', '\0']) {
        return None;
    }
    let home = std::env::var_os("ASCEND_HOME_PATH");
    let home = home.as_deref().map_or(Path::new("/usr/local/Ascend/cann"), Path::new);
    let files = [home.join("share/info").join(package), home.join(package)];
    let read = files.iter().find_map(|folder| {
        let text = std::fs::read_to_string(folder.join("version.info")).ok()?;
        let line = text.lines().find_map(|line| line.trim().strip_prefix("Version="))?;
        Some(line.trim().to_owned())
    });
    let ours = matches!(package, "hcomm" | "hccl");
    read.or_else(|| ours.then(|| LEVEL.to_owned()))
}

/// Number of a version: major·10 000 000 + minor·100 000 + patch·1000; versions before the final one are lower by
/// 300 (alpha), 200 (beta) or 100 (rc), plus their own number.
fn number_of(version: &str) -> Option<i32> {
    let version = version.to_ascii_lowercase();
    let split = version.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(version.len());
    let (numbers, stage) = version.split_at(split);
    let mut parts = numbers.trim_end_matches(['.', '-']).split('.').map(|part| part.parse::<i32>().ok());
    let (major, minor) = (parts.next()??, parts.next()??);
    let patch = parts.next().unwrap_or(Some(0))?;
    let digits = stage.find(|c: char| c.is_ascii_digit()).unwrap_or(stage.len());
    let (name, own) = stage.split_at(digits);
    let below = match name.trim_end_matches('.') {
        "" => 0,
        "alpha" => 300,
        "beta" => 200,
        "rc" => 100,
        _ => return None,
    };
    let own: i32 = if own.is_empty() { 0 } else { own.split('.').next()?.parse().ok()? };
    let own = if below == 0 { 0 } else { own };
    major
        .checked_mul(10_000_000)?
        .checked_add(minor.checked_mul(100_000)?)?
        .checked_add(patch.checked_mul(1000)?)?
        .checked_add(own - below)
}

/// The package name of a C caller.
///
/// # Safety
/// `name` is NULL or a C string.
unsafe fn package_name<'a>(name: *const c_char) -> Result<&'a str> {
    not_null(name, "pkgName")?;
    // SAFETY: not null; the caller vouches for the string.
    let Ok(name) = unsafe { CStr::from_ptr(name) }.to_str() else {
        fail!(code::INVALID_FILE, "pkgName is not the name of a package");
    };
    Ok(name)
}

fn installed(package: &str) -> Result<String> {
    let Some(version) = version_of(package) else {
        fail!(
            code::INVALID_FILE,
            "package \"{package}\" has no version.info below ASCEND_HOME_PATH; it is not installed"
        );
    };
    Ok(version)
}

/// Number of a package, e.g. 90200000 for 9.2.0. 100003 if the package is not installed.
///
/// # Safety
/// `package` is NULL or a C string, `number` is NULL or points to an `int32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclsysGetVersionNum(package: *mut c_char, number: *mut i32) -> i32 {
    guard("aclsysGetVersionNum", || {
        // SAFETY: per the function's contract.
        let package = unsafe { package_name(package) }?;
        not_null(number, "versionNum")?;
        let forced = std::env::var("SOFTNPU_HCOMM_VERSION").ok().and_then(|text| text.trim().parse().ok());
        let value = match forced {
            Some(forced) if matches!(package, "hcomm" | "hccl") => forced,
            _ => {
                let version = installed(package)?;
                let Some(value) = number_of(&version) else {
                    fail!(
                        code::INVALID_FILE,
                        "version \"{version}\" of package \"{package}\" is not like 9.2.0"
                    );
                };
                value
            }
        };
        // SAFETY: not null; the caller vouches for the pointer.
        unsafe { number.write(value) };
        Ok(())
    })
}

/// Version of a package as text of at most 128 bytes with its end. 100003 if the package is not installed.
///
/// # Safety
/// `package` is NULL or a C string, `text` is NULL or points to 128 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclsysGetVersionStr(package: *mut c_char, text: *mut c_char) -> i32 {
    guard("aclsysGetVersionStr", || {
        // SAFETY: per the function's contract.
        let package = unsafe { package_name(package) }?;
        not_null(text, "versionStr")?;
        let version = installed(package)?;
        // SAFETY: the caller provides 128 bytes.
        let out = unsafe { std::slice::from_raw_parts_mut(text.cast::<u8>(), TEXT_BYTES) };
        put(out, &version);
        Ok(())
    })
}

/// Copies a text with its end, cut to the size of `out`.
fn put(out: &mut [u8], text: &str) {
    let length = text.len().min(out.len() - 1);
    out[..length].copy_from_slice(&text.as_bytes()[..length]);
    out[length] = 0;
}

/// `aclCANNPackageVersion`.
#[repr(C)]
pub struct PackageVersion {
    version: [u8; 128],
    parts: [[u8; 64]; 4],
    reserved: [u8; 128],
}

/// Packages by `aclCANNPackageName`.
const PACKAGES: [&str; 8] = ["cann", "runtime", "compiler", "hccl", "toolkit", "opp", "opp_kernel", "driver"];

/// Version of a package in parts. 100000 for an unknown name, 100003 if the package is not installed.
///
/// # Safety
/// `version` is NULL or points to an `aclCANNPackageVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclsysGetCANNVersion(name: i32, version: *mut PackageVersion) -> i32 {
    guard("aclsysGetCANNVersion", || {
        not_null(version, "version")?;
        let Some(package) = usize::try_from(name).ok().and_then(|n| PACKAGES.get(n)) else {
            fail!(code::INVALID_PARAM, "name is {name}, expected 0 to {}", PACKAGES.len() - 1);
        };
        let text = installed(package)?;
        let mut value = PackageVersion { version: [0; 128], parts: [[0; 64]; 4], reserved: [0; 128] };
        put(&mut value.version, &text);
        for (out, part) in value.parts.iter_mut().zip(text.split('.')) {
            put(out, part);
        }
        // SAFETY: not null; the caller vouches for the pointer.
        unsafe { version.write(value) };
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let numbers = [
            ("9.2.0", Some(90_200_000)),
            ("9.2.0-beta.1", Some(90_199_801)),
            ("9.0.0.alpha002", Some(89_999_702)),
            ("9.1.RC1", Some(90_099_901)),
            ("8.5", Some(80_500_000)),
            ("8.3.12", Some(80_312_000)),
            ("nine", None),
            ("9.x.1", None),
            ("", None),
            ("999.0.0", None),
        ];
        for (text, number) in numbers {
            assert_eq!(number_of(text), number, "{text}");
        }
    }

    #[test]
    fn names_cannot_leave_the_folder() {
        assert_eq!(version_of("../../etc"), None);
        assert_eq!(version_of(""), None);
    }
}
