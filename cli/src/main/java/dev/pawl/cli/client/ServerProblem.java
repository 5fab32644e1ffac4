package dev.pawl.cli.client;

import dev.pawl.cli.console.ExitCode;

/// Thrown when a server rejects a request. The message is the server's own, for people.
public final class ServerProblem extends RuntimeException {

  static final int BAD_REQUEST = 400;
  static final int UNAUTHORIZED = 401;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int UNPROCESSABLE = 422;

  private final int status;
  private final String code;

  ServerProblem(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /// The stable code, such as `already_ended`; empty if the answer had none.
  public String code() {
    return code;
  }

  public boolean isNotFound() {
    return status == NOT_FOUND;
  }

  /// Whether the token is invalid, or does not allow it.
  public boolean isUnauthorized() {
    return status == UNAUTHORIZED || status == FORBIDDEN;
  }

  /// Whether the same request may be answered otherwise in a moment.
  boolean isTransient() {
    return status == 429 || status == 502 || status == 503 || status == 504;
  }

  public int exitCode() {
    return switch (status) {
      case UNAUTHORIZED, FORBIDDEN -> ExitCode.UNAUTHORIZED;
      case BAD_REQUEST, UNPROCESSABLE -> ExitCode.INVALID;
      default -> ExitCode.UNAVAILABLE;
    };
  }
}
