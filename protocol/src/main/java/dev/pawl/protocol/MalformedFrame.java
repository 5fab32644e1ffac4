package dev.pawl.protocol;

/// A frame that is not a message of the protocol. The socket is closed with this reason: nothing
/// else that the peer sends can be trusted.
public final class MalformedFrame extends RuntimeException {

  public MalformedFrame(String message) {
    super(message);
  }
}
