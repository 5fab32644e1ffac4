package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.RestoredJob;
import dev.pawl.core.event.RestoredJob.LiveLease;
import dev.pawl.core.event.RestoredJob.RestoredStep;
import dev.pawl.core.event.StrayLease;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a run from its rows alone, as much of it as is needed to end it. Of its journal only the
/// head is read, which its row may be behind, and nothing is decoded that a person has written but
/// names.
public final class RestoredRunRows {

  private static final Reason RESTORED =
      Reason.of(ReasonCode.PROGRESS, "restored from its rows, not from its journal");

  /// A live lease, of whatever attempt.
  private record Held(AttemptRef attempt, LiveLease lease) {
    private StrayLease stray() {
      return new StrayLease(new LeaseRef(attempt, lease.number()), lease.agent());
    }
  }

  private final SqlConnection sql;
  private final RunId id;

  public RestoredRunRows(SqlConnection sql, RunId id) {
    this.sql = sql;
    this.id = id;
  }

  /// The run; empty if it has no row. Values of its own row and its leases that cannot be read are
  /// defaults: it is only ended.
  public Optional<RestoredRun> load() throws SQLException {
    List<Held> leases = leases();
    Map<Integer, GroupPlace> places = places();
    return load(jobs(places, leases), places, leases);
  }

  /// The run with what it holds, its leases and places: as if all its jobs had ended. Their rows
  /// are not read, but for their names.
  public Optional<RestoredRun> loadHoldings() throws SQLException {
    Map<Integer, GroupPlace> places = places();
    List<RestoredJob> jobs = new ArrayList<>();
    of("""
    SELECT job, job_id, name, attempt FROM attempt
    WHERE run_id = :run AND is_current = 1 ORDER BY job
    """)
        .list(row -> {
          addMissing(jobs, row.getInt(1), places);
          return jobs.add(
              ended(row.getString(2), row.getString(3), row.getInt(4), places.get(row.getInt(1))));
        });
    addMissing(jobs, afterLast(places), places);
    return load(jobs, places, leases());
  }

  private Optional<RestoredRun> load(
      List<RestoredJob> jobs, Map<Integer, GroupPlace> places, List<Held> strays)
      throws SQLException {
    Optional<RunRestored> event =
        of("""
        SELECT run_head.journal_hash, run_head.version, state, since, ended_at, reason, message
        FROM run JOIN run_head USING (id) WHERE run.id = :run
        """)
            .first(row ->
                new RunRestored(
                    row.getString(1),
                    row.getLong(2),
                    state(row),
                    since(row),
                    Optional.ofNullable(places.get(GroupMember.WHOLE_RUN)),
                    jobs,
                    strays.stream().map(Held::stray).toList(),
                    reason(row)));
    return event.isEmpty()
        ? Optional.empty()
        : new RunRows(sql)
            .readableOrigin(id)
            .map(origin -> new RestoredRun(Run.created(id, origin), event.get()));
  }

  private static RunState state(ResultSet row) throws SQLException {
    return SqlConnection.readOr(
        row.getString("ended_at") == null ? RunState.RUNNING : RunState.FAILED,
        () -> Machine.ofWireName(RunState.class, row.getString("state")));
  }

  private static Instant since(ResultSet row) throws SQLException {
    return SqlConnection.readOr(
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, "ended_at")),
        () -> SqlConnection.instant(row, "since"));
  }

  /// An ended run keeps the reason of its end.
  private static Reason reason(ResultSet row) throws SQLException {
    return row.getString("ended_at") == null
        ? RESTORED
        : Reason.of(
            SqlConnection.readOr(
                ReasonCode.PROGRESS,
                () -> Machine.ofWireName(ReasonCode.class, row.getString("reason"))),
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

  /// The jobs by their index. A job whose row is missing counts as ended. The leases under which
  /// agents have them are removed from `leases`: the rest is of no attempt.
  private List<RestoredJob> jobs(Map<Integer, GroupPlace> places, List<Held> leases)
      throws SQLException {
    Map<Integer, List<RestoredStep>> steps = steps();
    List<RestoredJob> jobs = new ArrayList<>();
    of("""
    SELECT job, job_id, name, runs_on, attempt, state, reason, message, since, started_at, lease
    FROM attempt WHERE run_id = :run AND is_current = 1 ORDER BY job
    """)
        .list(row -> {
          int job = row.getInt(1);
          addMissing(jobs, job, places);
          AttemptState state = Machine.ofWireName(AttemptState.class, row.getString(6));
          @Nullable LiveLease lease =
              isWithAgent(state) ? take(leases, new AttemptRef(job, row.getInt(5))) : null;
          return jobs.add(job(row, lease, steps.get(job), places.get(job)));
        });
    addMissing(jobs, afterLast(places), places);
    return jobs;
  }

  private static @Nullable LiveLease take(List<Held> leases, AttemptRef attempt) {
    for (Held one : leases) {
      if (one.attempt().equals(attempt)) {
        leases.remove(one);
        return one.lease();
      }
    }
    return null;
  }

  /// The index after the last job that has a place.
  private static int afterLast(Map<Integer, GroupPlace> places) {
    return places.keySet().stream().mapToInt(job -> job + 1).max().orElse(0);
  }

  /// Adds jobs up to that index, whose rows are missing. They may have places.
  private static void addMissing(List<RestoredJob> jobs, int end, Map<Integer, GroupPlace> places) {
    for (int index = jobs.size(); index < end; index++) {
      jobs.add(ended("(missing %d)".formatted(index), "", 1, places.get(index)));
    }
  }

  private static RestoredJob ended(
      String id, String name, int attempt, @Nullable GroupPlace place) {
    return new RestoredJob(
        id,
        name,
        List.of(),
        attempt,
        AttemptState.CANCELLED,
        Instant.EPOCH,
        RESTORED,
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.ofNullable(place));
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
        Optional.ofNullable(lease),
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

  /// All live leases of the run, whatever its other rows say.
  private List<Held> leases() throws SQLException {
    return new ArrayList<>(
        of("""
        SELECT job, attempt, lease, lease_state, agent, renewed_at FROM attempt
        WHERE run_id = :run AND is_leased = 1 ORDER BY job, attempt
        """)
            .list(row ->
                new Held(
                    new AttemptRef(row.getInt(1), row.getInt(2)),
                    new LiveLease(
                        row.getInt(3),
                        SqlConnection.readOr(
                            LeaseState.ACTIVE,
                            () -> Machine.ofWireName(LeaseState.class, row.getString(4))),
                        row.getString(5),
                        SqlConnection.readOr(
                            Instant.EPOCH, () -> SqlConnection.instant(row, 6))))));
  }

  private Map<Integer, List<RestoredStep>> steps() throws SQLException {
    Map<Integer, List<RestoredStep>> steps = new HashMap<>();
    of("""
    SELECT step.job, step, step_type, step.name, step.state, tries
    FROM step JOIN attempt USING (run_id, job, attempt)
    WHERE run_id = :run AND is_current = 1 ORDER BY step.job, step
    """)
        .list(row -> {
          List<RestoredStep> ofJob = steps.computeIfAbsent(row.getInt(1), _ -> new ArrayList<>());
          addUnbegun(ofJob, row.getInt(2));
          return ofJob.add(
              new RestoredStep(
                  StepType.ofWireName(row.getString(3)).orElse(StepType.STEP),
                  row.getString(4),
                  Machine.ofWireName(StepState.class, row.getString(5)),
                  row.getInt(6)));
        });
    return steps;
  }

  /// Adds steps up to that index, which have not begun and so have no rows.
  private static void addUnbegun(List<RestoredStep> steps, int end) {
    for (int index = steps.size(); index < end; index++) {
      steps.add(new RestoredStep(StepType.STEP, "step " + (index + 1), StepState.PENDING, 0));
    }
  }
}
