package dev.pawl.agent.steps;

import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The outcome of one step, or of one try at it.
///
/// @param rejection the reason why the step fails whatever its exit code is; empty if there is none
/// @param lines the last lines that it printed
/// @param signal the signal that ended the process itself; null if none did
public record StepOutcome(
    StepEnd end,
    String rejection,
    List<String> lines,
    Map<String, String> outputs,
    @Nullable Integer signal,
    Kind kind) {

  /// The exit code that shells return for a program that cannot be executed.
  private static final int CANNOT_START = 126;

  /// The way in which a step came to its end.
  public enum Kind {
    /// Its process ran, or could not be started.
    RAN,
    /// It was stopped while it waited for its next try.
    STOPPED_BEFORE_RETRY,
    /// The circuit breaker of its tool is open.
    TOOL_UNAVAILABLE
  }

  public static StepOutcome toolUnavailable(String why) {
    return failed(why, "", Kind.TOOL_UNAVAILABLE);
  }

  public static StepOutcome notStarted(String why) {
    return failed(why, "", Kind.RAN);
  }

  /// A step that fails for a reason in the agent's own words, which need no masking.
  static StepOutcome rejected(String why) {
    return failed(why, why, Kind.RAN);
  }

  private static StepOutcome failed(String why, String rejection, Kind kind) {
    var end = new StepEnd(CANNOT_START, Ender.NOBODY, why);
    return new StepOutcome(end, rejection, List.of(), Map.of(), null, kind);
  }

  /// The same outcome, of a step that was stopped before its next try.
  public StepOutcome stoppedBeforeRetry() {
    var last = new StepEnd(end.exitCode(), end.ender(), "stopped before its next try");
    return new StepOutcome(last, rejection, lines, outputs, signal, Kind.STOPPED_BEFORE_RETRY);
  }
}
