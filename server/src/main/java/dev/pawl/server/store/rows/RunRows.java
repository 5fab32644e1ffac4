package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.CommitRecorded;
import dev.pawl.core.event.DomainEvent.HooksAdded;
import dev.pawl.core.event.DomainEvent.Intervened;
import dev.pawl.core.event.DomainEvent.JobApproved;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.event.DomainEvent.PlanningRetried;
import dev.pawl.core.event.DomainEvent.ProcessesLeft;
import dev.pawl.core.event.DomainEvent.Rebuilt;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.event.DomainEvent.RunApproved;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.event.DomainEvent.RunPlanned;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.event.DomainEvent.UploadBounded;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Origin.Lineage;
import dev.pawl.core.run.Origin.Source;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.TriggerKey;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads runs, and finds those that are due.
public final class RunRows {

  /// A schedule may run the same commit any number of times.
  private static final int COMPARED_RUNS = 200;

  /// Asked while the loop waits: it reads the latest runs of the commit by their index.
  static final String HAS_SUCCEEDED =
      """
      SELECT 1
      FROM (
        SELECT id, workflow FROM run
        WHERE org = (SELECT org FROM run WHERE id = :run)
          AND repository = (SELECT repository FROM run WHERE id = :run)
          AND commit_sha = (SELECT commit_sha FROM run WHERE id = :run) AND commit_sha <> ''
        ORDER BY number DESC LIMIT :most
      ) AS latest
      JOIN run AS asked ON asked.id = :run AND asked.workflow = latest.workflow
      JOIN attempt AS asked_job
        ON asked_job.run_id = asked.id AND asked_job.job_id = :job AND asked_job.is_current = 1
      JOIN attempt ON attempt.run_id = latest.id AND attempt.job_id = :job
        AND attempt.definition = asked_job.definition AND attempt.definition <> ''
      WHERE attempt.state = 'success'
      LIMIT 1
      """;

  private final SqlConnection sql;

  public RunRows(SqlConnection sql) {
    this.sql = sql;
  }

  /// The columns of its row, without its head.
  ///
  /// @param due when it must be checked next
  static @Nullable public Object[] values(Run run, String triggerKey, Optional<Instant> due) {
    Origin origin = run.origin();
    return new @Nullable Object[] {
      run.id().value(),
      origin.org(),
      origin.number(),
      origin.lineage().attempt(),
      origin.lineage().retries(),
      run.plan().policy().retries(),
      Reruns.isRetriedByPolicy(run) ? 1 : 0,
      origin.lineage().opened(),
      origin.workflow(),
      origin.file(),
      origin.event(),
      triggerKey,
      origin.source().repository(),
      origin.source().branch(),
      origin.source().commit(),
      origin.source().forge(),
      origin.startedBy().toString(),
      origin.owner(),
      origin.at(),
      Machine.wireName(run.state()),
      Machine.wireName(Phase.of(run.state(), run.reason().code())),
      Machine.wireName(run.reason().code()),
      run.reason().message(),
      run.since(),
      run.isOver() ? run.since() : null,
      due.orElse(null)
    };
  }

  /// Whether the event changes a column of a run's row besides its head. What restores a run
  /// counts, so that no row is behind an entry that need not follow those before it.
  public static boolean isChangedBy(DomainEvent.OfRun event) {
    return switch (event) {
      case RunMoved _,
          RunCancelled _,
          RunPlanned _,
          RunRestored _,
          PlanningRetried _,
          CommitRecorded _ ->
          true;
      case PlaceChanged(var job, _, var reason) ->
          job == GroupMember.WHOLE_RUN && reason.code() == ReasonCode.CONCURRENCY;
      case RunApproved _, Rebuilt _, Intervened _, JobRendered _, JobApproved _ -> false;
      case HooksAdded _, UploadBounded _, ProcessesLeft _ -> false;
      case AttemptCreated _, AttemptMoved _, AttemptPaused _, AttemptLeased _ -> false;
      case AttemptCompleted _, ResultReused _, StepMoved _ -> false;
      case LeaseMoved _, LeaseRenewed _ -> false;
    };
  }

  public List<DueRun> due(Instant now, DueRun after, int limit, WorkPartition share)
      throws SQLException {
    var due =
        sql.statement(
            """
            SELECT due_at, id FROM run
            WHERE due_at IS NOT NULL AND due_at <= :now AND (due_at, id) > (:at, :id) AND %s
              AND (ended_at IS NOT NULL
                   OR NOT EXISTS (SELECT 1 FROM quarantine WHERE quarantine.run_id = run.id))
            ORDER BY due_at, id LIMIT :limit
            """
                .formatted(share.condition("due_at")));
    return share
        .bind(due, now)
        .with("now", now)
        .with("at", after.at())
        .with("id", after.run().value())
        .with("limit", limit)
        .withoutPlanCache()
        .list(row -> new DueRun(SqlConnection.instantInOrder(row, 1), new RunId(row.getString(2))));
  }

  public Optional<RunId> ofTrigger(TriggerKey trigger) throws SQLException {
    return sql.statement(
            """
            SELECT id FROM run WHERE org = :org AND trigger_key = :key AND trigger_key <> ''
            """)
        .with("org", trigger.org())
        .with("key", trigger.key())
        .first(row -> new RunId(row.getString(1)));
  }

  /// Whether the same job of the workflow has succeeded in one of the latest runs of the commit.
  public boolean hasSucceeded(RunId run, String job) throws SQLException {
    return sql.statement(HAS_SUCCEEDED)
        .with("run", run.value())
        .with("job", job)
        .with("most", COMPARED_RUNS)
        .first(row -> row.getInt(1))
        .isPresent();
  }

  public Optional<Origin> origin(RunId id) throws SQLException {
    return origin(id, row -> origin(row, SqlConnection.instant(row, "created_at")));
  }

  /// As [#origin], of a run whose row is damaged: values that cannot be read are defaults. The time
  /// of its first decision is that of its creation.
  public Optional<Origin> readableOrigin(RunId id) throws SQLException {
    try {
      return origin(id);
    } catch (UnreadableRow _) {
      Instant first = firstDecision(id);
      return origin(id, row -> origin(row, first));
    }
  }

  private Instant firstDecision(RunId id) throws SQLException {
    return sql.statement(
            """
            SELECT at FROM journal WHERE aggregate = 'run' AND aggregate_id = :id ORDER BY seq LIMIT 1
            """)
        .with("id", id.value())
        .first(row -> SqlConnection.readOr(Instant.EPOCH, () -> Instant.parse(row.getString(1))))
        .orElse(Instant.EPOCH);
  }

  private Optional<Origin> origin(RunId id, SqlConnection.RowReader<Origin> reader)
      throws SQLException {
    return sql.statement(
            """
            SELECT org, number, run_attempt, retries, opened_by, workflow, file, event, repository, branch,
                   commit_sha, forge, actor, owner, created_at
            FROM run WHERE id = :id
            """)
        .with("id", id.value())
        .first(reader);
  }

  private static Origin origin(ResultSet row, Instant at) throws SQLException {
    return new Origin(
        row.getString("org"),
        row.getLong("number"),
        row.getString("workflow"),
        row.getString("file"),
        row.getString("event"),
        SqlConnection.readOr(Actor.ORCHESTRATOR, () -> StoreCodec.actor(row.getString("actor"))),
        row.getString("owner"),
        at,
        new Source(
            row.getString("repository"),
            row.getString("branch"),
            row.getString("commit_sha"),
            row.getString("forge")),
        new Lineage(
            row.getString("opened_by"),
            SqlConnection.readOr(1, () -> row.getInt("run_attempt")),
            SqlConnection.readOr(0, () -> row.getInt("retries"))));
  }
}
