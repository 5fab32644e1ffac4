package dev.pawl.cli.runs;

import dev.pawl.server.store.sql.RunQueries.StepRow;

/// A step's log that was cut because of a limit.
public record CutLog(int job, int attempt, int step, String reason) {

  public boolean isOf(StepRow other) {
    return job == other.job() && attempt == other.attempt() && step == other.step();
  }
}
