package dev.pawl.cli.runs;

import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.why.Explanation;
import dev.pawl.server.store.sql.RunListQuery;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.PrunedRunRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The runs of one place, the project's own store or a server: look at them, act on them, follow
/// them.
public sealed interface RunClient extends LogSource, AutoCloseable
    permits LocalRunClient, RemoteRunClient {

  // Look.

  /// The latest runs that the filter selects, newest first.
  List<RunRow> list(RunListQuery.Filter filter, int limit);

  /// The latest run, if there is one.
  default Optional<RunRow> latest() {
    var all = new RunListQuery.Filter(null, null, null, null, null, null, null, null, null);
    return list(all, 1).stream().findFirst();
  }

  /// The run with that number, or with that id. The local store knows it by the beginning of its id
  /// too.
  ///
  /// @throws AmbiguousRunException if several runs have that number
  Optional<RunRow> find(String reference);

  /// The row that is left of a pruned run.
  Optional<PrunedRunRow> findPruned(String reference);

  List<AttemptRow> attempts(RunId run);

  List<StepRow> steps(RunId run);

  /// The journal after that sequence number: a reader follows a run by asking for what is new.
  List<TransitionRow> transitions(RunId run, long after);

  /// The logs that were cut because of a limit.
  List<CutLog> cutLogs(RunRow run);

  /// The sequence number of the first journal entry that breaks the hash chain, if one does.
  Optional<Long> firstBrokenEntry(RunId run);

  /// What keeps the run from going on, beside its state: its process has died, or its journal is
  /// corrupt. Reads the whole journal.
  Optional<String> problem(RunRow run);

  /// Why an open run does not go on: its process has died. Cheap.
  Optional<String> interruption(RunRow run);

  /// The time of the place, by which its deadlines count.
  Instant now();

  /// Why the run, or one of its jobs, is in its state, and what happens next.
  Explanation explain(RunId run, OptionalInt job);

  /// Whether the workflow's own `retry` makes another attempt of a run that has ended.
  boolean isRetried(RunId run);

  /// Why the run and its jobs wait.
  WaitSummary waits(RunId run);

  /// Prepares to follow a run for long: from now on a server may restart meanwhile.
  void follow();

  // Act.

  /// Asks for a change, and waits until it is decided and durable.
  ActionResult act(RunRow run, RunAction action) throws InterruptedException;

  @Override
  void close();
}
