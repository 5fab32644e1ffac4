package dev.pawl.server.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server's certificate and key from their files. They are read again when a client connects
/// after a file has changed. Files that cannot be used, such as a certificate whose key is still to
/// be written, are reported once, and the last usable ones are kept. Thread-safe.
public final class ReloadableCertificate extends X509ExtendedKeyManager {

  private static final Logger LOG = LoggerFactory.getLogger(ReloadableCertificate.class);

  private final Path certificate;
  private final Path key;
  private List<String> seen;

  /// The credentials in use, and those before them, which an open handshake may have chosen.
  private Map<String, ServerCredentials> usable;

  private String current;
  private int generation;

  /// @throws UnusableCertificate if a file cannot be read, or the key is not the certificate's
  public ReloadableCertificate(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
    this.seen = stamps();
    this.current = "0";
    this.usable = Map.of(current, ServerCredentials.read(certificate, key));
  }

  /// A TLS context with this certificate. Clients need none.
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS", e);
    }
  }

  private List<String> stamps() {
    return List.of(stamp(certificate), stamp(key));
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return "%s %d %s".formatted(found.lastModifiedTime(), found.size(), found.fileKey());
    } catch (IOException e) {
      return e.getClass().getName();
    }
  }

  private synchronized String newest() {
    List<String> now = stamps();
    if (!now.equals(seen)) {
      seen = now;
      try {
        ServerCredentials read = ServerCredentials.read(certificate, key);
        ServerCredentials last = usable.get(current);
        String next = String.valueOf(++generation);
        usable = last == null ? Map.of(next, read) : Map.of(next, read, current, last);
        current = next;
        LOG.info("certificate reloaded, valid until {}", read.chain().getFirst().getNotAfter());
      } catch (UnusableCertificate e) {
        LOG.warn("the certificate has changed and cannot be used: {}", e.getMessage());
      }
    }
    return current;
  }

  private synchronized @Nullable ServerCredentials of(String alias) {
    return usable.get(alias);
  }

  /// The credentials, if the client accepts keys of their type.
  private @Nullable String alias(String keyType) {
    String alias = newest();
    ServerCredentials credentials = of(alias);
    return credentials != null && fits(credentials.key().getAlgorithm(), keyType) ? alias : null;
  }

  private static boolean fits(String algorithm, String keyType) {
    return keyType.equals(algorithm)
        || (algorithm.equals("RSA") && keyType.equals("RSASSA-PSS"))
        || (algorithm.equals("EdDSA") && keyType.startsWith("Ed"))
        || keyType.startsWith(algorithm + "_");
  }

  @Override
  @SuppressWarnings("NullAway") // null means that there is none
  public String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return alias(keyType);
  }

  @Override
  @SuppressWarnings("NullAway") // as above
  public String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
    return alias(keyType);
  }

  @Override
  @SuppressWarnings("NullAway") // as above
  public X509Certificate[] getCertificateChain(String alias) {
    ServerCredentials credentials = of(alias);
    return credentials == null ? null : credentials.chain().toArray(X509Certificate[]::new);
  }

  @Override
  @SuppressWarnings("NullAway") // as above
  public PrivateKey getPrivateKey(String alias) {
    ServerCredentials credentials = of(alias);
    return credentials == null ? null : credentials.key();
  }

  @Override
  public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    String alias = alias(keyType);
    return alias == null ? new String[0] : new String[] {alias};
  }

  @Override
  public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return new String[0];
  }

  @Override
  @SuppressWarnings("NullAway") // a server is no client
  public String chooseClientAlias(String[] keyType, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }

  @Override
  public String toString() {
    return "ReloadableCertificate" + Arrays.asList(certificate, key);
  }
}
