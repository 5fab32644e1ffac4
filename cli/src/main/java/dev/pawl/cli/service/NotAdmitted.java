package dev.pawl.cli.service;

/// Somebody is not let in, by the server or before it is asked. The message says why, and what to
/// do where that is known.
public final class NotAdmitted extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotAdmitted(String why) {
    super(why, null, false, false);
  }
}
