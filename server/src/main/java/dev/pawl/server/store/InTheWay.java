package dev.pawl.server.store;

/// Two commits waited for each other, and this one was given up: it is to be decided again.
final class InTheWay extends Moved {

  InTheWay(Throwable cause) {
    super("another commit was in the way", cause);
  }
}
