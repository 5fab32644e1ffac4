package dev.pawl.agent.steps;

/// A step that came to no process: what it names is not to be had here.
public final class StepStartException extends Exception {

  private static final long serialVersionUID = 1;

  StepStartException(String why, String source) {
    super("%s (%s)".formatted(why, source), null, false, false);
  }
}
