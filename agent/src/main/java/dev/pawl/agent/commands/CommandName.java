package dev.pawl.agent.commands;

import java.util.Locale;
import java.util.Optional;

/// The commands that are understood. Any other line that looks like one is output.
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

  /// As it is written.
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

  /// Whether one of them begins like this.
  static boolean mayBegin(String beginning) {
    for (CommandName verb : values()) {
      if (verb.word.regionMatches(true, 0, beginning, 0, beginning.length())) {
        return true;
      }
    }
    return false;
  }
}
