package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.run.Run;
import java.util.function.Consumer;

/// Where the code of a run comes from, and is told how its commit stands.
public interface Forge {

  /// There is none: nobody is told, and nothing is kept for telling.
  Forge NONE = (_, _, outcome) -> outcome.accept(new Outcome.Accepted());

  /// How a report went.
  sealed interface Outcome {
    record Accepted() implements Outcome {}

    /// It will be tried again.
    record Failed(String reason) implements Outcome {}
  }

  /// Tells the forge. Called by the loop, so it must not block; the outcome may be given by any
  /// thread, at any time, once. One report of a run at a time.
  void report(Run run, Effect.Report report, Consumer<Outcome> outcome);
}
