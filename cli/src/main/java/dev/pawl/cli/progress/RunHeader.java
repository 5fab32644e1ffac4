package dev.pawl.cli.progress;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A run without its jobs, as views show it.
///
/// @param attempt the number of the run attempt
/// @param message why it is in its state; may be empty
public record RunHeader(
    RunId id,
    long number,
    int attempt,
    String workflow,
    String file,
    String state,
    String message,
    Instant createdAt,
    Optional<Instant> endedAt) {

  /// Makes the texts of the workflow safe to print.
  public RunHeader {
    workflow = PrintableText.line(workflow);
    file = PrintableText.line(file);
    message = PrintableText.line(message);
  }

  static RunHeader of(Run run) {
    Origin origin = run.origin();
    return new RunHeader(
        run.id(),
        origin.number(),
        origin.lineage().attempt(),
        origin.workflow(),
        origin.file(),
        Machine.wireName(run.state()),
        run.reason().message(),
        origin.at(),
        run.isOver() ? Optional.of(run.since()) : Optional.empty());
  }

  static RunHeader of(RunRow run) {
    return new RunHeader(
        run.id(),
        run.number(),
        run.runAttempt(),
        run.workflow(),
        run.file(),
        run.state(),
        run.message(),
        run.createdAt(),
        Optional.ofNullable(run.endedAt()));
  }

  /// Its duration, so far or in total.
  public Duration elapsed(Instant now) {
    return Duration.between(createdAt, endedAt.orElse(now));
  }

  /// Whether it cannot move without a person, a timer or another run.
  public boolean isWaiting() {
    return state.equals("held") || state.equals("waiting") || state.equals("queued");
  }
}
