package dev.pawl.agent.exec;

/// A step that came to no process: what it names is not to be had here.
final class CannotStart extends Exception {

  private static final long serialVersionUID = 1;

  CannotStart(String why, String source) {
    super("%s (%s)".formatted(why, source), null, false, false);
  }
}
