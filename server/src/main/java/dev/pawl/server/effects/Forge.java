package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.run.Run;
import java.util.function.Consumer;

/// The host of a run's repository, to which the status of its commit is reported.
public interface Forge {

  /// No forge: every report is accepted at once.
  Forge NONE = (_, _, outcome) -> outcome.accept(new Outcome.Accepted());

  /// Outcome of a report.
  sealed interface Outcome {
    record Accepted() implements Outcome {}

    /// It will be retried.
    record Failed(String reason) implements Outcome {}
  }

  /// Reports the status of a run. Called by the loop, so it must not block; any thread may give the
  /// outcome, at any time, once. There is one report of a run at a time.
  void report(Run run, Effect.Report report, Consumer<Outcome> outcome);
}
