package dev.pawl.agent.steps;

/// A step for which no process could be started.
public final class StepStartException extends Exception {

  private static final long serialVersionUID = 1;

  StepStartException(String why, String source) {
    super("%s (%s)".formatted(why, source), null, false, false);
  }
}
