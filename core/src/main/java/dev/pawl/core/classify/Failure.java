package dev.pawl.core.classify;

import dev.pawl.core.step.StepEnd;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is known of a failure.
///
/// Bounded, whatever a job prints: of the log the last lines, of each line its beginning. Colours
/// are taken off, because a rule is about words.
///
/// @param exitCode what the process returned, if it came to that
/// @param signal what ended the process, without `SIG`, if a signal did
/// @param ender who ended it
/// @param lines the end of the log, oldest first
public record Failure(
    @Nullable Integer exitCode, @Nullable String signal, StepEnd.Ender ender, List<String> lines) {

  /// How many lines count.
  public static final int MAX_LINES = 200;

  /// How much of a line counts, in characters.
  public static final int MAX_LINE_LENGTH = 1_000;

  private static final Pattern COLOUR = Pattern.compile("\\u001b\\[[0-9;?]*[A-Za-z]");

  public Failure {
    signal = signal == null ? null : FailureRule.signalName(signal);
    lines =
        lines.stream().skip(Math.max(0, lines.size() - MAX_LINES)).map(Failure::bounded).toList();
  }

  /// A process that ended by itself.
  public static Failure exited(int exitCode, List<String> lines) {
    return new Failure(exitCode, null, StepEnd.Ender.PROCESS, lines);
  }

  /// Cut first: what comes after costs nothing then.
  private static String bounded(String line) {
    String cut = line.length() <= MAX_LINE_LENGTH ? line : line.substring(0, MAX_LINE_LENGTH);
    return cut.indexOf('\u001b') < 0 ? cut : COLOUR.matcher(cut).replaceAll("");
  }
}
