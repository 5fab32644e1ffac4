package dev.pawl.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.api.TlsApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A listener with TLS and real clients.
class ReloadableCertificateTest {

  @TempDir static Path certificates;
  private static TestCertificate first;
  private static TestCertificate second;

  @TempDir private Path directory;

  @BeforeAll
  static void make() {
    first = new TestCertificate(certificates, "EC");
    second = new TestCertificate(certificates, "RSA");
  }

  @BeforeEach
  void write() throws IOException {
    write(first);
  }

  private Path certificate() {
    return directory.resolve("server.pem");
  }

  private Path key() {
    return directory.resolve("server.key");
  }

  private void write(TestCertificate one) throws IOException {
    Files.writeString(certificate(), one.certificate());
    Files.writeString(key(), one.key());
  }

  private ReloadableCertificate manager() {
    return new ReloadableCertificate(certificate(), key());
  }

  /// The status of a request by a client that trusts one certificate only.
  private static int ask(TlsApiServer server, TestCertificate trusted)
      throws IOException, InterruptedException, GeneralSecurityException {
    try (HttpClient client = HttpClient.newBuilder().sslContext(trusted.trusting()).build()) {
      URI address = URI.create("https://localhost:%d/healthz".formatted(server.port()));
      return client
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
          .statusCode();
    }
  }

  @Test
  void clientsConnectByTls() throws Exception {
    try (var server = new TlsApiServer(directory, manager().context())) {
      assertThat(ask(server, first)).isEqualTo(200);
      assertThatThrownBy(() -> ask(server, second)).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "Ed25519"})
  void otherKindsOfKeysWorkToo(String algorithm) throws Exception {
    var other = new TestCertificate(certificates, algorithm);
    write(other);
    try (var server = new TlsApiServer(directory, manager().context())) {
      assertThat(ask(server, other)).isEqualTo(200);
    }
  }

  @Test
  void aChangedCertificateIsUsedByTheNextConnection() throws Exception {
    try (var server = new TlsApiServer(directory, manager().context())) {
      assertThat(ask(server, first)).isEqualTo(200);
      write(second);
      assertThat(ask(server, second)).isEqualTo(200);
      assertThatThrownBy(() -> ask(server, first)).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void aCertificateWhoseKeyIsMissingIsNotUsedYet() throws Exception {
    try (var server = new TlsApiServer(directory, manager().context())) {
      Files.writeString(certificate(), second.certificate());
      assertThat(ask(server, first)).isEqualTo(200);
      Files.writeString(key(), second.key());
      assertThat(ask(server, second)).isEqualTo(200);
      Files.delete(key());
      assertThat(ask(server, second)).isEqualTo(200);
    }
  }

  @Test
  void unusableFilesAreExplained() throws IOException {
    Files.writeString(key(), second.key());
    assertThatThrownBy(this::manager)
        .hasMessage(
            "the key '%s' is not a valid EC key, as its certificate needs".formatted(key()));
    Files.writeString(key(), new TestCertificate(certificates, "EC").key());
    assertThatThrownBy(this::manager)
        .hasMessage(
            "the key '%s' is not that of the certificate '%s'".formatted(key(), certificate()));
    Files.writeString(
        key(),
        first.key().replace("BEGIN PRIVATE", "BEGIN EC PRIVATE").replace("END P", "END EC P"));
    assertThatThrownBy(this::manager).hasMessageContaining("is not PKCS#8. Convert it by `openssl");
    Files.writeString(key(), "nonsense");
    assertThatThrownBy(this::manager).hasMessage("'%s' has no private key in PEM".formatted(key()));
    Files.writeString(certificate(), "nonsense");
    assertThatThrownBy(this::manager).hasMessageContaining("no valid certificate in PEM");
    Files.writeString(certificate(), "");
    assertThatThrownBy(this::manager).hasMessageContaining("has no certificate in PEM");
    Files.delete(certificate());
    assertThatThrownBy(this::manager)
        .hasMessage("cannot read the certificate '%s': it does not exist".formatted(certificate()));
  }
}
