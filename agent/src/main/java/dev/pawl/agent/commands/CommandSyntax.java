package dev.pawl.agent.commands;

/// The words that make a line a command: those of all verbs, or, while commands are stopped, the
/// one by which they begin again.
final class CommandSyntax {

  private static final int LONGEST_INDENT = 256;

  /// Empty while commands are not stopped.
  private String resume = "";

  boolean areStopped() {
    return !resume.isEmpty();
  }

  /// Until that word nothing else is a command, and for good if no command can be that word.
  /// Whether it is one that is not a command already.
  boolean stopUntil(String word) {
    boolean isUsable = !word.isEmpty() && CommandName.of(word).isEmpty();
    resume = isUsable ? word : resume;
    return isUsable;
  }

  void resume() {
    resume = "";
  }

  boolean has(String word) {
    return areStopped() ? resume.equalsIgnoreCase(word) : CommandName.of(word).isPresent();
  }

  /// Whether a line that begins like this is a command: its word is whole.
  boolean isCommand(String beginning) {
    String text = beginning.stripLeading();
    if (!text.startsWith(WorkflowCommand.COLONS)) {
      return false;
    }
    String word = text.substring(WorkflowCommand.COLONS.length());
    int colons = word.indexOf(WorkflowCommand.COLONS);
    int end = colons >= 0 ? colons : word.indexOf(' ');
    return end >= 0 && has(word.substring(0, end));
  }

  /// Whether a line that begins like this may become one.
  boolean mayBecomeCommand(String beginning) {
    String text = beginning.stripLeading();
    if (text.length() < WorkflowCommand.COLONS.length()) {
      return WorkflowCommand.COLONS.startsWith(text) && beginning.length() < LONGEST_INDENT;
    }
    if (!text.startsWith(WorkflowCommand.COLONS)) {
      return false;
    }
    String word = text.substring(WorkflowCommand.COLONS.length());
    String begun = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
    return areStopped()
        ? resume.regionMatches(true, 0, begun, 0, begun.length())
        : CommandName.mayBegin(begun);
  }
}
