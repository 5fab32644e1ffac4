package dev.pawl.cli.runs;

/// Thrown when a reference to a run may mean several. The message lists them, for people.
public final class AmbiguousRunException extends RuntimeException {

  AmbiguousRunException(String message) {
    super(message);
  }
}
