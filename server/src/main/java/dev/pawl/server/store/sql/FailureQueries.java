package dev.pawl.server.store.sql;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.journal.RunLoader;
import java.sql.SQLException;
import java.util.Optional;

/// Reads from the plan of a run what its rows do not have about failures: whether
/// `continue-on-error` tolerates them, and where a failed step is defined. The plan is in the
/// journal, which is read at the first failure.
final class FailureQueries {

  /// The facts about a failed step.
  record Facts(boolean isTolerated, String source) {}

  private final SqlConnection sql;
  private final RunId run;
  private Optional<Run> loaded = Optional.empty();
  private boolean isLoaded;

  FailureQueries(SqlConnection sql, RunId run) {
    this.sql = sql;
    this.run = run;
  }

  /// Whether a failure of the job is tolerated.
  boolean isTolerated(int job) throws SQLException {
    return planned(job).filter(planned -> !planned.isRequired()).isPresent();
  }

  /// The facts about a failed step; empty for a hook.
  ///
  /// @param attempt the state of its attempt
  Optional<Facts> ofStep(int job, int step, String attempt) throws SQLException {
    boolean isTolerated = attempt.equals("success");
    return planned(job)
        .filter(planned -> step < planned.steps().size())
        .map(planned ->
            new Facts(
                isTolerated || planned.body().isOptional(step),
                planned.steps().get(step).source()));
  }

  private Optional<PlannedJob> planned(int job) throws SQLException {
    if (!isLoaded) {
      isLoaded = true;
      loaded = load();
    }
    return loaded.filter(found -> job < found.jobs().size()).map(found -> found.job(job).planned());
  }

  private Optional<Run> load() throws SQLException {
    try {
      return new RunLoader(sql).load(run).map(RunLoader.Loaded::run);
    } catch (CorruptJournal _) {
      return Optional.empty(); // `show` and `doctor` say so
    }
  }
}
