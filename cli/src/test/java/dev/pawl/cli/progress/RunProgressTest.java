package dev.pawl.cli.progress;

import static dev.pawl.cli.progress.RecordedRun.job;
import static dev.pawl.cli.progress.RecordedRun.optional;
import static dev.pawl.cli.progress.RecordedRun.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The model of a run, from changes and from rows.
class RunProgressTest {

  @TempDir private Path directory;
  private SqliteStore store;

  @BeforeEach
  void open() {
    store = TestSqliteStores.open(directory.resolve("pawl.db"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void anUpdateHasOnlyWhatTheChangeConcerns() {
    RecordedRun run = new RecordedRun(store, "r1", job("a"), job("b"), job("c")).starts(1);
    var reader = new ChangeReader();
    List<Integer> sizes = new ArrayList<>();
    run.changes().forEach(change -> sizes.add(reader.update(change).jobs().size()));

    assertThat(sizes.subList(2, sizes.size())).containsOnly(1);
  }

  @Test
  void endedJobsAreCounted() {
    RecordedRun run =
        new RecordedRun(store, "r1", job("a"), job("b")).starts(0).endsStep(0, 0, 0).succeeds(0);

    assertThat(run.progress().done()).isEqualTo(1);
    assertThat(run.progress().size()).isEqualTo(2);
  }

  @Test
  void rowsAndChangesBuildTheSameModel() {
    RecordedRun run = severalJobs();
    var reader = new RowReader(rows(store.queries(), run.run().id()));
    var fromRows = new RunProgress(reader.read().orElseThrow());

    RunProgress fromChanges = run.progress();

    assertThat(fromRows.run()).isEqualTo(fromChanges.run());
    assertThat(fromRows.done()).isEqualTo(fromChanges.done());
    assertThat(fromRows.jobs())
        .usingRecursiveComparison()
        .ignoringFields("leases", "startedAt")
        .isEqualTo(fromChanges.jobs());
    for (JobSnapshot job : fromRows.jobs()) {
      assertThat(fromRows.span(job, run.run().since()))
          .isEqualTo(fromChanges.span(job, run.run().since()));
    }
  }

  @Test
  void rowsGiveTheEventsOfTheChanges() {
    RecordedRun run = severalJobs();
    var changes = new ChangeReader();
    List<ProgressEvent> events = new ArrayList<>();
    run.changes().forEach(change -> events.addAll(changes.update(change).events()));
    var reader = new RowReader(rows(store.queries(), run.run().id()));

    assertThat(reader.read().orElseThrow().events()).isEqualTo(events);
    assertThat(reader.read().orElseThrow())
        .satisfies(again -> assertThat(again.events()).isEmpty())
        .satisfies(again -> assertThat(again.jobs()).isEmpty());
  }

  @Test
  void toleratedFailuresAreMarked() {
    RunProgress run = severalJobs().progress();

    assertThat(run.job(1).isTolerated()).isTrue();
    assertThat(run.job(2).steps().getFirst().isTolerated()).isTrue();
    assertThat(run.job(0).isTolerated()).isFalse();
    assertThat(run.job(0).steps().getFirst().isTolerated()).isFalse();
    assertThat(run.job(0).steps().getFirst().source()).isEqualTo("ci.yaml:7:9");
  }

  /// A failure, a tolerated failure, a tolerated step, and a job that runs.
  private RecordedRun severalJobs() {
    PlannedStep tolerated = step().continuingOnError();
    return new RecordedRun(
            store, "r1", job("a"), optional("b"), job("c", tolerated, step()), job("d"))
        .starts(0)
        .starts(1)
        .endsStep(0, 0, 3)
        .fails(0)
        .endsStep(1, 0, 4)
        .fails(1)
        .starts(2)
        .endsStep(2, 0, 5)
        .startsStep(2, 1)
        .endsStep(2, 1, 0)
        .succeeds(2)
        .starts(3);
  }

  /// The rows of a store, as `pawl watch` reads them.
  static RowReader.RowSource rows(RunQueries queries, RunId id) {
    return new RowReader.RowSource() {
      @Override
      public Optional<RunRow> run() {
        return queries.find(id.value()).or(() -> queries.latest(1).stream().findFirst());
      }

      @Override
      public List<AttemptRow> attempts(RunId run) {
        return queries.attempts(run);
      }

      @Override
      public List<StepRow> steps(RunId run) {
        return queries.steps(run);
      }

      @Override
      public List<TransitionRow> transitions(RunId run, long after) {
        return queries.transitions(run, after);
      }
    };
  }
}
