package dev.pawl.cli.service;

/// A token that was rejected, by the server or before a request was sent. The message says why and,
/// if known, what to do.
public final class UnauthorizedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnauthorizedException(String why) {
    super(why, null, false, false);
  }
}
