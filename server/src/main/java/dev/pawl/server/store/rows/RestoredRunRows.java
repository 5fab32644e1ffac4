package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.RestoredJob;
import dev.pawl.core.event.RestoredJob.LiveLease;
import dev.pawl.core.event.RestoredJob.RestoredStep;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepType;
import dev.pawl.server.store.RestoredRun;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a run from its rows alone, as much of it as is needed to end it. No row of a journal is
/// read, and nothing is decoded that a person has written but names.
public final class RestoredRunRows {

  private static final Reason RESTORED =
      Reason.of(ReasonCode.PROGRESS, "restored from its rows, not from its journal");

  private final SqlConnection sql;
  private final RunId id;

  public RestoredRunRows(SqlConnection sql, RunId id) {
    this.sql = sql;
    this.id = id;
  }

  /// The run; empty if it has no row.
  public Optional<RestoredRun> load() throws SQLException {
    Map<Integer, GroupPlace> places = places();
    List<RestoredJob> jobs = jobs(places);
    Optional<RunRestored> event =
        of("""
        SELECT journal_hash, version, state, since, ended_at, reason, message
        FROM run WHERE id = :run
        """)
            .first(row ->
                new RunRestored(
                    row.getString(1),
                    row.getLong(2),
                    Machine.ofWireName(RunState.class, row.getString(3)),
                    SqlConnection.instant(row, 4),
                    Optional.ofNullable(places.get(GroupMember.WHOLE_RUN)),
                    jobs,
                    reason(row)));
    return event.isEmpty()
        ? Optional.empty()
        : new RunRows(sql)
            .origin(id)
            .map(origin -> new RestoredRun(Run.created(id, origin), event.get()));
  }

  /// An ended run keeps the reason of its end.
  private static Reason reason(ResultSet row) throws SQLException {
    return row.getString("ended_at") == null
        ? RESTORED
        : Reason.of(
            Machine.ofWireName(ReasonCode.class, row.getString("reason")),
            row.getString("message"));
  }

  private SqlConnection.Statement of(String text) throws SQLException {
    return sql.statement(text).with("run", id.value());
  }

  private Map<Integer, GroupPlace> places() throws SQLException {
    Map<Integer, GroupPlace> places = new HashMap<>();
    of("SELECT job, group_key, state FROM member WHERE run_id = :run")
        .list(row ->
            places.put(
                row.getInt(1),
                new GroupPlace(row.getString(2), row.getString(3).equals(GroupRows.state(true)))));
    return places;
  }

  /// The jobs by their index. A job whose row is missing counts as ended.
  private List<RestoredJob> jobs(Map<Integer, GroupPlace> places) throws SQLException {
    Map<Integer, LiveLease> leases = leases();
    Map<Integer, List<RestoredStep>> steps = steps();
    List<RestoredJob> jobs = new ArrayList<>();
    of("""
    SELECT job.job, job_id, name, runs_on, attempt.attempt, state, attempt.reason, message, since,
      started_at,
      (SELECT count(*) FROM lease
       WHERE lease.run_id = job.run_id AND lease.job = job.job AND lease.attempt = job.attempt)
    FROM job JOIN attempt
      ON attempt.run_id = job.run_id AND attempt.job = job.job AND attempt.attempt = job.attempt
    WHERE job.run_id = :run ORDER BY job.job
    """)
        .list(row -> {
          while (jobs.size() < row.getInt(1)) {
            jobs.add(missing(jobs.size(), row));
          }
          int job = row.getInt(1);
          return jobs.add(job(row, leases.get(job), steps.get(job), places.get(job)));
        });
    return jobs;
  }

  private static RestoredJob missing(int index, ResultSet next) throws SQLException {
    return new RestoredJob(
        "(missing %d)".formatted(index),
        "",
        List.of(),
        1,
        AttemptState.CANCELLED,
        SqlConnection.instant(next, 9),
        RESTORED,
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  private static RestoredJob job(
      ResultSet row,
      @Nullable LiveLease lease,
      @Nullable List<RestoredStep> steps,
      @Nullable GroupPlace place)
      throws SQLException {
    AttemptState state = Machine.ofWireName(AttemptState.class, row.getString(6));
    return new RestoredJob(
        row.getString(2),
        row.getString(3),
        StoreCodec.texts(row.getString(4)),
        row.getInt(5),
        lease == null && isWithAgent(state) ? AttemptState.QUEUED : state,
        SqlConnection.instant(row, 9),
        Reason.of(Machine.ofWireName(ReasonCode.class, row.getString(7)), row.getString(8)),
        row.getInt(11),
        isWithAgent(state) ? Optional.ofNullable(lease) : Optional.empty(),
        Optional.ofNullable(SqlConnection.instantOrNull(row, 10)),
        steps == null ? List.of() : steps,
        Optional.ofNullable(place));
  }

  private static boolean isWithAgent(AttemptState state) {
    return switch (state) {
      case LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> true;
      case PENDING, HELD, WAITING, QUEUED -> false;
      case SUCCESS, FAILED, TIMED_OUT, LOST, CANCELLED, SKIPPED -> false;
    };
  }

  private Map<Integer, LiveLease> leases() throws SQLException {
    Map<Integer, LiveLease> leases = new HashMap<>();
    of("""
    SELECT lease.job, lease, state, agent, renewed_at
    FROM lease JOIN job
      ON job.run_id = lease.run_id AND job.job = lease.job AND job.attempt = lease.attempt
    WHERE lease.run_id = :run AND ended_at IS NULL
    """)
        .list(row ->
            leases.put(
                row.getInt(1),
                new LiveLease(
                    row.getInt(2),
                    Machine.ofWireName(LeaseState.class, row.getString(3)),
                    row.getString(4),
                    SqlConnection.instant(row, 5))));
    return leases;
  }

  private Map<Integer, List<RestoredStep>> steps() throws SQLException {
    Map<Integer, List<RestoredStep>> steps = new HashMap<>();
    of("""
    SELECT step.job, step_type, step.name, state, tries
    FROM step JOIN job
      ON job.run_id = step.run_id AND job.job = step.job AND job.attempt = step.attempt
    WHERE step.run_id = :run ORDER BY step.job, step
    """)
        .list(row ->
            steps
                .computeIfAbsent(row.getInt(1), _ -> new ArrayList<>())
                .add(
                    new RestoredStep(
                        StepType.ofWireName(row.getString(2)).orElse(StepType.STEP),
                        row.getString(3),
                        Machine.ofWireName(StepState.class, row.getString(4)),
                        row.getInt(5))));
    return steps;
  }
}
