package dev.pawl.agent.commands;

/// What the agent itself has to say in a step's log: in the form of the step's own annotations.
public final class LogAnnotations {

  public static String warning(String text) {
    return "Warning: " + text + "\n";
  }

  public static String error(String text) {
    return "Error: " + text + "\n";
  }

  private LogAnnotations() {}
}
