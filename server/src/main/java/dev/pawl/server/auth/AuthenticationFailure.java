package dev.pawl.server.auth;

/// Thrown when a token is rejected. The message is shown to the client and reveals nothing about
/// other tokens.
public final class AuthenticationFailure extends Exception {

  private static final long serialVersionUID = 1;

  AuthenticationFailure(String why) {
    super(why, null, false, false);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
