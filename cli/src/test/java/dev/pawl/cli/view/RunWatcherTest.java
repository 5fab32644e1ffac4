package dev.pawl.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.progress.RowReader;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.runs.FileLogs;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A run of another process, from its rows.
class RunWatcherTest extends ViewFixture {

  private static final RunId RUN = new RunId("r1");
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant END = START.plusSeconds(7);

  /// Rows that are one state further at each read.
  private static final class FixedRows implements RowReader.RowSource {
    private int reads;

    private boolean isOver() {
      return reads > 1;
    }

    @Override
    public Optional<RunRow> run() {
      reads++;
      return Optional.of(
          new RunRow(
              RUN,
              5,
              "ci",
              "ci.yml",
              "push",
              "person:ann",
              isOver() ? Phase.FAILED : Phase.RUNNING,
              isOver() ? "failed" : "running",
              "progress",
              "",
              START,
              isOver() ? END : null,
              1,
              "",
              "",
              "",
              "",
              START,
              0,
              0,
              false,
              ""));
    }

    @Override
    public List<AttemptRow> attempts(RunId run) {
      return List.of(
          new AttemptRow(
              0,
              1,
              "test (b)",
              isOver() ? Phase.FAILED : Phase.RUNNING,
              isOver() ? "failed" : "running",
              isOver() ? "user" : "progress",
              isOver() ? "exit code 3" : "",
              START,
              isOver() ? END : null,
              "Test b",
              false,
              START,
              null,
              null,
              List.of(),
              "",
              "",
              1,
              null));
    }

    @Override
    public List<StepRow> steps(RunId run) {
      @Nullable Integer code = isOver() ? (Integer) 3 : null;
      String state = isOver() ? "failed" : "running";
      String source = isOver() ? "ci.yml:9:7" : "";
      return List.of(
          new StepRow(0, 1, 0, "Unit", "step", state, code, "", START, null, false, source, 1));
    }

    @Override
    public List<TransitionRow> transitions(RunId run, long after) {
      return Stream.of(
              transition(1, START, "attempt", "test (b)/1", "START", "running"),
              transition(2, START, "step", "test (b)/1/0", "START", "running"),
              transition(3, END, "attempt", "test (b)/1", "FAIL", "failed"))
          .filter(line -> line.seq() > after && (isOver() || line.seq() < 3))
          .toList();
    }

    private static TransitionRow transition(
        long seq, Instant at, String machine, String entity, String event, String to) {
      return new TransitionRow(seq, at, machine, entity, "x", event, to, "user", "", "agent:a");
    }
  }

  @Test
  void aRunIsShownUntilItHasEnded() throws InterruptedException {
    var watcher =
        new RunWatcher(
            new PlainView(out, new FileLogs(logs)),
            new RowReader(new FixedRows()),
            _ -> WaitSummary.EMPTY,
            Duration.ZERO);

    Optional<RunHeader> ended = watcher.watch();

    assertThat(ended.map(RunHeader::state)).contains("failed");
    assertThat(lines())
        .containsExactly(
            "run #5 ci (ci.yml)",
            "▸ Test b running",
            "  Test b › Unit",
            "✗ Test b failed 7.0 s",
            "✗ Test b › Unit: exit code 3",
            "  defined in ci.yml:9:7 · all of it: pawl logs 5 'test (b)'",
            "✗ run #5 failed in 7.0 s · 1 failed");
  }
}
