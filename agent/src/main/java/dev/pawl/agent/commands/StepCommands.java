package dev.pawl.agent.commands;

import dev.pawl.agent.mask.Masks;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// What a step has said by commands, and how each is shown in the log: annotations in plain words,
/// groups as they are, and nothing of what was to be hidden. Written by the thread that carries the
/// output, read after it has come to an end.
public final class StepCommands implements CommandStream.Listener {

  private final Masks masks;
  private final boolean showsDebug;
  private final Outputs outputs = new Outputs();
  private final Set<Verb> deprecated = EnumSet.noneOf(Verb.class);
  private volatile String refusal = "";

  public StepCommands(Masks masks, boolean showsDebug) {
    this.masks = masks;
    this.showsDebug = showsDebug;
  }

  /// What `set-output` has set.
  public Map<String, String> outputs() {
    return outputs.all();
  }

  /// Why the step fails whatever its exit code is; empty if it need not.
  public String refusal() {
    return refusal;
  }

  @Override
  public String heard(Command command, Verb verb, String line) {
    return switch (verb) {
      case ERROR, WARNING, NOTICE -> annotation(command, verb);
      case DEBUG -> showsDebug ? "Debug: " + command.data() + "\n" : "";
      case GROUP, ENDGROUP, STOP_COMMANDS -> line + "\n";
      case ADD_MASK -> mask(command.data());
      case SET_OUTPUT -> setOutput(command);
      case SAVE_STATE -> deprecated(verb, "GITHUB_STATE");
      case SET_ENV -> refused(verb, "GITHUB_ENV");
      case ADD_PATH -> refused(verb, "GITHUB_PATH");
    };
  }

  @Override
  public String isBad(String why) {
    return Notices.warning(why);
  }

  @Override
  public String isRefused(String why) {
    refusal = why;
    return Notices.error(why);
  }

  private static String annotation(Command command, Verb verb) {
    String word =
        verb.word().substring(0, 1).toUpperCase(java.util.Locale.ROOT) + verb.word().substring(1);
    String title = command.property("title");
    return "%s: %s%s%s\n"
        .formatted(word, title.isEmpty() ? "" : title + ": ", command.data(), place(command));
  }

  private static String place(Command command) {
    String file = command.property("file");
    if (file.isEmpty()) {
      return "";
    }
    String line = command.property("line");
    String column = command.property("col");
    return " (%s%s%s)"
        .formatted(
            file,
            line.isEmpty() ? "" : ":" + line,
            line.isEmpty() || column.isEmpty() ? "" : ":" + column);
  }

  private String mask(String value) {
    return masks.add(value)
        ? "::add-mask::***\n"
        : isBad("add-mask was given less than three characters, which are not masked");
  }

  private String setOutput(Command command) {
    String name = command.property("name");
    if (name.isEmpty()) {
      return isBad("set-output needs a name");
    }
    outputs.put(name, command.data());
    return deprecated(Verb.SET_OUTPUT, "GITHUB_OUTPUT");
  }

  /// Said once a step.
  private String deprecated(Verb verb, String file) {
    return deprecated.add(verb)
        ? isBad("the command %s is deprecated: write to $%s".formatted(verb.word(), file))
        : "";
  }

  private String refused(Verb verb, String file) {
    return isRefused("the command %s is disabled: write to $%s".formatted(verb.word(), file));
  }
}
