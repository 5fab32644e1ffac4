package dev.pawl.agent.commands;

import dev.pawl.agent.mask.SecretMasks;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// What a step has said by commands, and how each is shown in the log: annotations in plain words,
/// groups as they are, and nothing of what was to be hidden. Written by the thread that carries the
/// output, read after it has come to an end.
public final class StepCommandHandler implements CommandScanner.Listener {

  private final SecretMasks masks;
  private final boolean showsDebug;
  private final StepOutputs outputs = new StepOutputs();
  private final Set<CommandName> deprecated = EnumSet.noneOf(CommandName.class);
  private volatile String rejection = "";

  public StepCommandHandler(SecretMasks masks, boolean showsDebug) {
    this.masks = masks;
    this.showsDebug = showsDebug;
  }

  /// What `set-output` has set.
  public Map<String, String> outputs() {
    return outputs.all();
  }

  /// Why the step fails whatever its exit code is; empty if it need not.
  public String rejection() {
    return rejection;
  }

  @Override
  public String onCommand(WorkflowCommand command, CommandName verb, String line) {
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
  public String onInvalid(String why) {
    return LogAnnotations.warning(why);
  }

  @Override
  public String onForbidden(String why) {
    rejection = why;
    return LogAnnotations.error(why);
  }

  private static String annotation(WorkflowCommand command, CommandName verb) {
    String word =
        verb.word().substring(0, 1).toUpperCase(java.util.Locale.ROOT) + verb.word().substring(1);
    String title = command.property("title");
    return "%s: %s%s%s\n"
        .formatted(word, title.isEmpty() ? "" : title + ": ", command.data(), place(command));
  }

  private static String place(WorkflowCommand command) {
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
        : onInvalid("add-mask was given less than three characters, which are not masked");
  }

  private String setOutput(WorkflowCommand command) {
    String name = command.property("name");
    if (name.isEmpty()) {
      return onInvalid("set-output needs a name");
    }
    outputs.put(name, command.data());
    return deprecated(CommandName.SET_OUTPUT, "GITHUB_OUTPUT");
  }

  /// Said once a step.
  private String deprecated(CommandName verb, String file) {
    return deprecated.add(verb)
        ? onInvalid("the command %s is deprecated: write to $%s".formatted(verb.word(), file))
        : "";
  }

  private String refused(CommandName verb, String file) {
    return onForbidden("the command %s is disabled: write to $%s".formatted(verb.word(), file));
  }
}
