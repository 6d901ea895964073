//! TLS: the server's certificates, and how a connection begins.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Begins connections with these certificates, the server's own first, and the private key of that one; both in PEM. TLS 1.2 and 1.3.
///
/// # Errors
/// Where a file cannot be read, or the two do not belong together.
pub fn acceptor(certificates: &Path, key: &Path) -> anyhow::Result<TlsAcceptor> {
    let unread = |path: &Path| format!("{} cannot be read", path.display());
    let chain: Vec<CertificateDer<'static>> =
        CertificateDer::pem_file_iter(certificates).and_then(Iterator::collect).with_context(|| unread(certificates))?;
    anyhow::ensure!(!chain.is_empty(), "{} holds no certificate in PEM", certificates.display());
    let private = PrivateKeyDer::from_pem_file(key).with_context(|| unread(key))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .context("TLS cannot be set up")?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .with_context(|| format!("{} is no private key of {}", key.display(), certificates.display()))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
