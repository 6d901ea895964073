//! TLS, spoken by a client that trusts this one certificate.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use credence::cli::start;
use credence::config::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tls")).join(name)
}

fn config(key: &str) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database_url: "sqlite::memory:".to_owned(),
        tls_cert: Some(fixture("cert.pem")),
        tls_key: Some(fixture(key)),
        ..Config::default()
    }
}

#[tokio::test]
async fn a_client_that_trusts_the_certificate_is_answered_and_plain_text_is_not() {
    let server = start(&config("key.pem")).await.expect("the server starts");
    assert!(server.url().starts_with("https://"), "{}", server.url());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(fixture("cert.pem")).expect("a certificate")).expect("trusted");
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = tokio::net::TcpStream::connect(server.address).await.expect("a connection");
    let name = ServerName::try_from("localhost").expect("a name");
    let mut stream = TlsConnector::from(Arc::new(client)).connect(name, stream).await.expect("TLS");
    let asked = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(asked.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("answered");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"live\""), "{answer}");
    let mut plain = tokio::net::TcpStream::connect(server.address).await.expect("a connection");
    plain.write_all(asked.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    // It ends, with an alert or a reset: nothing is said in plain text.
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP"));
    server.stop().await;
    let error = start(&config("cert.pem")).await.err().map(|error| format!("{error:#}")).unwrap_or_default();
    assert!(error.contains("cert.pem"), "a certificate is no private key: {error}");
}
