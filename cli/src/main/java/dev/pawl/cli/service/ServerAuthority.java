package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The authorities whose servers a client trusts: those of a file, or those of the Java runtime.
public final class ServerAuthority {

  /// A TLS context that trusts the servers that a certificate of the file has signed, and no
  /// others. Without a file it trusts those that the Java runtime trusts.
  ///
  /// @throws EnvironmentException if the file has no certificates
  public static SSLContext context(Optional<Path> file) {
    try {
      if (file.isEmpty()) {
        return SSLContext.getDefault();
      }
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      for (Certificate certificate : certificates(file.get())) {
        trusted.setCertificateEntry(String.valueOf(trusted.size()), certificate);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new EnvironmentException(
          "'%s' has no valid certificates in PEM".formatted(file.orElseThrow()), e);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read the certificates '%s': %s"
              .formatted(file.orElseThrow(), FileErrorMessages.describe(e)),
          e);
    }
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new GeneralSecurityException("no certificate");
      }
      return found;
    }
  }

  private ServerAuthority() {}
}
