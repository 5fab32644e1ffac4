package dev.pawl.core.classify;

import dev.pawl.core.step.StepEnd;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The known facts of a failure, which rules are matched with.
///
/// Bounded, whatever a job prints: the last lines of the log, and the beginning of each line.
/// Colours are removed, because rules match words.
///
/// @param exitCode the exit code of the process, if it has one
/// @param signal the signal that ended the process, without `SIG`, if one did
/// @param ender who ended it
/// @param lines the end of the log, oldest first
public record Failure(
    @Nullable Integer exitCode, @Nullable String signal, StepEnd.Ender ender, List<String> lines) {

  /// The number of lines that are matched.
  public static final int MAX_LINES = 200;

  /// The number of characters of a line that are matched.
  public static final int MAX_LINE_LENGTH = 1_000;

  private static final Pattern COLOUR = Pattern.compile("\\u001b\\[[0-9;?]*[A-Za-z]");

  public Failure {
    signal = signal == null ? null : FailureRule.signalName(signal);
    lines =
        lines.stream().skip(Math.max(0, lines.size() - MAX_LINES)).map(Failure::bounded).toList();
  }

  /// The failure of a process that exited by itself.
  public static Failure exited(int exitCode, List<String> lines) {
    return new Failure(exitCode, null, StepEnd.Ender.PROCESS, lines);
  }

  /// Cuts the line before it removes colours, so that the cost is bounded.
  private static String bounded(String line) {
    String cut = line.length() <= MAX_LINE_LENGTH ? line : line.substring(0, MAX_LINE_LENGTH);
    return cut.indexOf('\u001b') < 0 ? cut : COLOUR.matcher(cut).replaceAll("");
  }
}
