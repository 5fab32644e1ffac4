package dev.pawl.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A certificate, those that signed it, and its private key.
///
/// @param chain the server's certificate first
record ServerCredentials(List<X509Certificate> chain, PrivateKey key) {

  private static final Pattern PRIVATE_KEY =
      Pattern.compile(
          "-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----([A-Za-z0-9+/=\\s]*)-----END [A-Z0-9 ]*PRIVATE KEY-----");
  private static final byte[] PROBE = "pawl".getBytes(StandardCharsets.US_ASCII);

  ServerCredentials {
    chain = List.copyOf(chain);
  }

  /// Never prints the key.
  @Override
  public String toString() {
    return "ServerCredentials[%s]".formatted(chain.getFirst().getSubjectX500Principal());
  }

  /// @throws UnusableCertificate if a file cannot be read, or the key is not the certificate's
  static ServerCredentials read(Path certificate, Path key) {
    List<X509Certificate> chain = certificates(certificate);
    String algorithm = chain.getFirst().getPublicKey().getAlgorithm();
    PrivateKey read = key(key, algorithm);
    var credentials = new ServerCredentials(chain, read);
    if (!credentials.belongTogether()) {
      throw new UnusableCertificate(
          "the key '%s' is not that of the certificate '%s'".formatted(key, certificate));
    }
    return credentials;
  }

  private static List<X509Certificate> certificates(Path file) {
    byte[] bytes = bytes("certificate", file);
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (chain.isEmpty()) {
        throw new UnusableCertificate("'%s' has no certificate in PEM".formatted(file));
      }
      return chain;
    } catch (CertificateException e) {
      throw new UnusableCertificate("'%s' has no valid certificate in PEM".formatted(file), e);
    }
  }

  private static PrivateKey key(Path file, String algorithm) {
    String text = new String(bytes("key", file), StandardCharsets.ISO_8859_1);
    Matcher block = PRIVATE_KEY.matcher(text);
    if (!block.find()) {
      throw new UnusableCertificate("'%s' has no private key in PEM".formatted(file));
    }
    String kind = block.group(1).strip();
    if (!kind.isEmpty()) {
      throw new UnusableCertificate(
          kind.equals("ENCRYPTED")
              ? "the key '%s' is encrypted. Decrypt it by `openssl pkcs8 -in FILE -out NEW`"
                  .formatted(file)
              : "the key '%s' is not PKCS#8. Convert it by `openssl pkcs8 -topk8 -nocrypt -in FILE -out NEW`"
                  .formatted(file));
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(block.group(2));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UnusableCertificate(
          "the key '%s' is not a valid %s key, as its certificate needs".formatted(file, algorithm),
          e);
    }
  }

  private static byte[] bytes(String what, Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      String why =
          switch (e) {
            case NoSuchFileException _ -> "it does not exist";
            case AccessDeniedException _ -> "permission denied";
            case IOException _ -> String.valueOf(e.getMessage());
          };
      throw new UnusableCertificate("cannot read the %s '%s': %s".formatted(what, file, why), e);
    }
  }

  /// Whether the certificate verifies what the key signs.
  private boolean belongTogether() {
    try {
      String algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
          };
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(chain.getFirst().getPublicKey());
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }
}
