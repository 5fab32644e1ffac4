package dev.pawl.server.auth;

/// A token was rejected. The message is for whoever showed it, and tells nothing that is not theirs
/// to know.
public final class AuthenticationFailure extends Exception {

  private static final long serialVersionUID = 1;

  AuthenticationFailure(String why) {
    super(why, null, false, false);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
