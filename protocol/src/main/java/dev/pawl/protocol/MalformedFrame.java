package dev.pawl.protocol;

/// A frame that is no message: the peer is not to be trusted with another, so the socket is closed
/// with this as its reason.
public final class MalformedFrame extends RuntimeException {

  public MalformedFrame(String message) {
    super(message);
  }
}
