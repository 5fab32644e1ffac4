package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.sql.RunHeadContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The heads of runs in SQLite, and how many rows a run writes.
class SqliteRunHeadTest extends RunHeadContract {

  private static final LeaseRef LEASE = new LeaseRef(new AttemptRef(0, 1), 1);
  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);

  @TempDir private Path directory;

  @Override
  public DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }

  /// Its agent's row is written once a commit for all of its jobs: here at the start and the end.
  @Test
  void aRunOfOneJobTakesNineRowsBesidesItsAgents() {
    var one = new DrivenRun(store, "one");
    long before = rowsWritten();
    commit(
        one,
        new StartPlanning(),
        new FinishPlanning(SamplePlans.sideBySide(1)),
        new GrantLease(LEASE.attempt(), AGENT.name()));
    assertThat(rowsWritten() - before).as("run, attempt, journal").isEqualTo(3 + 1);
    before = rowsWritten();
    commit(one, new AcknowledgeLease(LEASE, AGENT), new StartAttempt(LEASE, AGENT));
    assertThat(rowsWritten() - before).as("attempt, journal").isEqualTo(2);
    before = rowsWritten();
    var end = new StepEnd(0, StepEnd.Ender.PROCESS, "");
    commit(
        one,
        new ReportStep(LEASE, AGENT, 0, StepState.RUNNING, StepEnd.NEVER_RAN),
        new ReportStep(LEASE, AGENT, 0, StepState.SUCCESS, end),
        new CompleteAttempt(LEASE, AGENT, EngineCommand.Outcome.SUCCESS, ReasonCode.OK, ""));
    assertThat(rowsWritten() - before).as("run, attempt, step, journal").isEqualTo(4 + 1);
  }

  private void commit(DrivenRun one, EngineCommand... commands) {
    List<Change> changes = new ArrayList<>();
    for (EngineCommand command : commands) {
      Change change = one.change(command);
      one.became(change);
      // All at one time, as the loop decides a batch: they are one entry.
      changes.add(
          new Change(change.decision(), SampleCommits.BEGINNING, change.nextDue(), List.of(), ""));
    }
    SampleCommits.commit(store, changes.toArray(Change[]::new));
  }

  /// By the connection that writes, besides effects: a connected agent is told without one.
  private long rowsWritten() {
    return count("SELECT total_changes()") - count("SELECT count(*) FROM effect");
  }

  private long count(String query) {
    return store
        .database()
        .transact(sql -> sql.statement(query).first(row -> row.getLong(1)))
        .orElseThrow();
  }
}
