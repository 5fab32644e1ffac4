package dev.pawl.cli.service;

/// Somebody is not let in, by the server or before it is asked. The message says why, and what to
/// do where that is known.
public final class UnauthorizedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnauthorizedException(String why) {
    super(why, null, false, false);
  }
}
