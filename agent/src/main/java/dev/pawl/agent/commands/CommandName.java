package dev.pawl.agent.commands;

import java.util.Locale;
import java.util.Optional;

/// The names of the workflow commands. Any other line that looks like a command is output.
public enum CommandName {
  ERROR,
  WARNING,
  NOTICE,
  DEBUG,
  GROUP,
  ENDGROUP,
  ADD_MASK,
  STOP_COMMANDS,
  SET_OUTPUT,
  SAVE_STATE,
  SET_ENV,
  ADD_PATH;

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /// The name as it is printed.
  public String word() {
    return word;
  }

  static Optional<CommandName> of(String word) {
    for (CommandName verb : values()) {
      if (verb.word.equalsIgnoreCase(word)) {
        return Optional.of(verb);
      }
    }
    return Optional.empty();
  }

  /// Whether a name has this prefix.
  static boolean mayBegin(String beginning) {
    for (CommandName verb : values()) {
      if (verb.word.regionMatches(true, 0, beginning, 0, beginning.length())) {
        return true;
      }
    }
    return false;
  }
}
