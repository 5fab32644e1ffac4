package dev.pawl.server.tls;

/// A certificate or a key cannot be used. The message names the file, and says why.
public final class UnusableCertificate extends RuntimeException {

  UnusableCertificate(String message) {
    super(message);
  }

  UnusableCertificate(String message, Throwable cause) {
    super(message, cause);
  }
}
