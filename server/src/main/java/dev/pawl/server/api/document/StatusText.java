package dev.pawl.server.api.document;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Status;
import dev.pawl.core.why.Explanation;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import java.util.Optional;

/// Phase, reason and message: as the explanation has them, where there is one, else as the row
/// does.
record StatusText(String phase, String reason, String message) {

  static StatusText of(RunItem run, Optional<Explanation> explained) {
    return explained
        .map(StatusText::of)
        .orElse(new StatusText(run.phase(), run.reason(), run.message()));
  }

  static StatusText of(AttemptRow attempt, Optional<Explanation> explained) {
    return explained
        .map(StatusText::of)
        .orElse(
            new StatusText(Machine.wireName(attempt.phase()), attempt.reason(), attempt.message()));
  }

  private static StatusText of(Explanation explained) {
    Status status = explained.status();
    return new StatusText(
        Machine.wireName(status.phase()), Machine.wireName(status.reason()), status.message());
  }
}
