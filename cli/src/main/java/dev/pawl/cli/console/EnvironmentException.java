package dev.pawl.cli.console;

/// Thrown when something that a command needs of its machine is unavailable: a directory, a lock, a
/// program, a server. The message is for people, and the exit code is 3.
public final class EnvironmentException extends RuntimeException {

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }

  public EnvironmentException(String message) {
    super(message);
  }
}
