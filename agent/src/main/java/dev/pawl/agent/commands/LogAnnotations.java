package dev.pawl.agent.commands;

/// Formats messages of the agent in a step's log like the annotations of the step itself.
public final class LogAnnotations {

  public static String warning(String text) {
    return "Warning: " + text + "\n";
  }

  public static String error(String text) {
    return "Error: " + text + "\n";
  }

  private LogAnnotations() {}
}
