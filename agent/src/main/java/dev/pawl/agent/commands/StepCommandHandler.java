package dev.pawl.agent.commands;

import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.mask.SecretMasks;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Handles the commands of a step, and returns how each is shown in the log: annotations in plain
/// words, groups as they are, and masked values not at all. Written by the thread that reads the
/// output, read after the output has ended.
public final class StepCommandHandler implements CommandScanner.Listener {

  /// The most reasons that are printed of a step.
  private static final int MAX_PRINTED = 20;

  private final SecretMasks masks;
  private final boolean showsDebug;
  private final StepOutputs outputs;
  private final Set<CommandName> deprecated = EnumSet.noneOf(CommandName.class);
  private final Set<String> printed = new HashSet<>();
  private volatile String rejection = "";

  public StepCommandHandler(SecretMasks masks, boolean showsDebug, JobMemoryLimits limits) {
    this.masks = masks;
    this.showsDebug = showsDebug;
    this.outputs = new StepOutputs(limits);
  }

  /// The outputs that were set by `set-output`.
  public Map<String, String> outputs() {
    return outputs.all();
  }

  /// The reason why the step fails whatever its exit code is; empty if there is none.
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

  /// The first reason counts. A reason that repeats is printed once, because a step may repeat it
  /// millions of times.
  @Override
  public String onForbidden(String why) {
    boolean isNew = printed.size() < MAX_PRINTED && printed.add(why);
    rejection = rejection.isEmpty() ? why : rejection;
    return isNew ? LogAnnotations.error(why) : "";
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
        : onInvalid("add-mask ignored: values of less than three characters are not masked");
  }

  private String setOutput(WorkflowCommand command) {
    String name = command.property("name");
    if (name.isEmpty()) {
      return onInvalid("set-output ignored: the name is missing");
    }
    if (!outputs.put(name, command.data())) {
      return onForbidden("set-output rejected: " + outputs.breach());
    }
    return deprecated(CommandName.SET_OUTPUT, "GITHUB_OUTPUT");
  }

  /// Warns once a step.
  private String deprecated(CommandName verb, String file) {
    return deprecated.add(verb)
        ? onInvalid("command '%s' is deprecated. Write to $%s instead".formatted(verb.word(), file))
        : "";
  }

  private String refused(CommandName verb, String file) {
    return onForbidden(
        "command '%s' is disabled. Write to $%s instead".formatted(verb.word(), file));
  }
}
