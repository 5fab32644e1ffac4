package dev.pawl.agent.commands;

/// Recognises the beginnings of commands: those of all [CommandName]s or, after `stop-commands`,
/// only the token that resumes them.
final class CommandSyntax {

  /// A command has fewer blanks before it.
  static final int MAX_INDENT = 256;

  private final int maxToken;

  /// The token that resumes commands; empty while they are not stopped.
  private String resume = "";

  CommandSyntax(int maxToken) {
    this.maxToken = maxToken;
  }

  boolean areStopped() {
    return !resume.isEmpty();
  }

  /// Stops commands until this token is printed as one. Returns false, and does nothing, if the
  /// token is empty, too long or the name of a command.
  boolean stopUntil(String word) {
    boolean isUsable =
        !word.isEmpty() && word.length() <= maxToken && CommandName.of(word).isEmpty();
    resume = isUsable ? word : resume;
    return isUsable;
  }

  void resume() {
    resume = "";
  }

  boolean has(String word) {
    return areStopped() ? resume.equalsIgnoreCase(word) : CommandName.of(word).isPresent();
  }

  /// Whether a line with this beginning is a command: its name is complete.
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

  /// Whether a line with this beginning may become a command.
  boolean mayBecomeCommand(String beginning) {
    String text = beginning.stripLeading();
    if (text.length() < WorkflowCommand.COLONS.length()) {
      return WorkflowCommand.COLONS.startsWith(text) && beginning.length() < MAX_INDENT;
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
