package dev.pawl.server.doctor;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.audit.AuditResult;
import dev.pawl.server.store.audit.RowDifference;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Checks a live store: that every journal replays to the stored rows, that invariants hold, and
/// that no deadline is overdue. It only reads, one aggregate at a time, so orchestrators are not
/// disturbed. [StoreRepair] repairs findings.
public final class Doctor {

  private static final int PAGE = 200;

  /// Findings listed for one aggregate.
  private static final int MAX_OF_ONE = 10;

  private static final int MAX_FINDINGS = 1_000;

  /// Runs that ended longer ago are checked only if all are.
  public static final Duration RECENT = Duration.ofDays(1);

  /// Age at which an effect counts as undelivered: deliveries to a forge are retried for a day.
  private static final Duration MAX_DELIVERY_TIME = Duration.ofHours(25);

  private final SqlStore store;
  private final Engine engine;
  private final Audit audit;
  private final RetryLimitCheck retryLaws;
  private final List<Finding> findings = new ArrayList<>();
  private final FailedJobs failures = new FailedJobs();
  private final Set<String> wrong = new LinkedHashSet<>();
  private final Set<RunId> quarantined = new LinkedHashSet<>();
  private long examined;

  /// @param engine has the deadlines that the orchestrators of the store use
  public Doctor(SqlStore store, Engine engine) {
    this.store = store;
    this.engine = engine;
    this.audit = store.audit(engine);
    this.retryLaws = new RetryLimitCheck(store.queries(Origin.DEFAULT_ORG));
  }

  /// Checks open runs and those that ended recently; all runs, if `isAll`.
  public HealthReport check(boolean isAll) {
    return check(isAll, store.now());
  }

  /// Checks as if it were that time.
  public HealthReport check(boolean isAll, Instant now) {
    return check(isAll, now, "", () -> false);
  }

  /// Checks for as long as there is time. What is left is checked by another call, from the last
  /// run of this one on.
  ///
  /// @param afterRun id of the run after which to go on; empty for the beginning
  /// @param isLate whether no further run is to be checked
  public HealthReport check(boolean isAll, Instant now, String afterRun, BooleanSupplier isLate) {
    findings.clear();
    failures.clear();
    wrong.clear();
    quarantined.clear();
    examined = 0;
    checkQuarantine();
    if (!afterRun.isEmpty()) {
      findings.clear(); // reported by the first call
    }
    Optional<String> last =
        checkRuns(isAll ? Instant.EPOCH : now.minus(RECENT), now, afterRun, isLate);
    if (last.isEmpty()) {
      checkRest(isAll, now);
    }
    boolean hasMore = findings.size() > MAX_FINDINGS;
    return new HealthReport(
        hasMore ? findings.subList(0, MAX_FINDINGS) : findings,
        failures.advice(),
        examined,
        hasMore,
        last);
  }

  private void checkRest(boolean isAll, Instant now) {
    for (Kind kind : List.of(Kind.GROUP, Kind.BREAKER, Kind.AGENT)) {
      checkOthers(kind, now);
    }
    checkMembers();
    checkLeases();
    checkOrphanRows();
    checkEffects(now);
    if (isAll) {
      audit
          .orphanJournals(PAGE)
          .forEach(
              run -> add(Finding.Code.JOURNAL_CORRUPT, Kind.RUN, run, "has a journal, but no row"));
    }
  }

  private void checkQuarantine() {
    for (QuarantinedRun one : store.quarantineView().latest(MAX_FINDINGS)) {
      quarantined.add(one.run());
      add(
          Finding.Code.QUARANTINED,
          Kind.RUN,
          one.run().value(),
          "is quarantined since %s by orchestrator '%s': %s. A forced cancel ends it"
              .formatted(one.since(), one.orchestrator(), one.reason()));
    }
  }

  private boolean isFull() {
    return findings.size() > MAX_FINDINGS;
  }

  /// Returns the last run that was checked, if there was no time for the others.
  private Optional<String> checkRuns(
      Instant endedSince, Instant now, String afterRun, BooleanSupplier isLate) {
    var overdue = new DeadlineCheck(engine.deadlines(), now);
    String after = afterRun;
    List<String> page;
    do {
      page = audit.runs(endedSince, after, PAGE);
      for (String id : page) {
        Optional<Aggregate> run = examine(Kind.RUN, id, found -> run(found, overdue));
        run.ifPresent(one -> failures.add((Run) one));
        after = id;
        if (isLate.getAsBoolean()) {
          return Optional.of(after);
        }
      }
    } while (page.size() == PAGE && !isFull());
    return Optional.empty();
  }

  private void run(AuditResult found, DeadlineCheck overdue) {
    var run = (Run) found.aggregate().orElseThrow();
    for (String law : RunStateCheck.violations(run)) {
      add(Finding.Code.INVARIANT_VIOLATED, Kind.RUN, run.key(), law);
    }
    if (!run.plan().isLost()) {
      for (String law : retryLaws.violations(run)) {
        add(Finding.Code.INVARIANT_VIOLATED, Kind.RUN, run.key(), law);
      }
    }
    if (!quarantined.contains(run.id())) { // nobody acts on its deadlines
      findings.addAll(overdue.findings(run, found));
    }
  }

  private void checkOthers(Kind kind, Instant now) {
    String after = "";
    List<String> page;
    do {
      page = audit.keys(kind, after, PAGE);
      for (String key : page) {
        examine(
            kind,
            key,
            found -> {
              switch (found.aggregate().orElseThrow()) {
                case Breaker breaker -> checkBreaker(breaker, now);
                case Group group ->
                    GroupStateCheck.violation(group)
                        .ifPresent(
                            law -> add(Finding.Code.INVARIANT_VIOLATED, kind, group.key(), law));
                case Aggregate _ -> {}
              }
            });
        after = key;
      }
    } while (page.size() == PAGE && !isFull());
  }

  /// A further check of an aggregate whose rows are right.
  private interface StateCheck {
    void check(AuditResult examined);
  }

  /// Returns the aggregate as replayed, if its journal is intact.
  private Optional<Aggregate> examine(Kind kind, String key, StateCheck closer) {
    examined++;
    AuditResult found = audit.check(kind, key);
    found.journalProblem().ifPresent(what -> add(Finding.Code.JOURNAL_CORRUPT, kind, key, what));
    List<RowDifference> differences = found.differences();
    differences.stream()
        .limit(MAX_OF_ONE)
        .forEach(one -> add(Finding.Code.ROWS_DIFFER, kind, key, one.toString()));
    if (!differences.isEmpty()) {
      wrong.add(key);
    }
    if (found.aggregate().isEmpty() && found.journalProblem().isEmpty()) {
      add(Finding.Code.UNKNOWN, kind, key, "is referenced, but does not exist");
    }
    if (found.aggregate().isPresent() && differences.isEmpty()) {
      closer.check(found);
    }
    return found.aggregate();
  }

  /// Finds a breaker that is open long after its cooldown, or half-open while the probing attempt
  /// has lost its lease, so that no result can come.
  private void checkBreaker(Breaker breaker, Instant now) {
    boolean isOverdue =
        breaker.state() != BreakerState.CLOSED
            && breaker.cooldownEnd().plus(DeadlineCheck.MAX_IDLE).isBefore(now);
    if (isOverdue || hasNoProbe(breaker)) {
      add(
          Finding.Code.BREAKER_STUCK,
          Kind.BREAKER,
          breaker.key(),
          "is %s since %s, and no attempt probes the tool"
              .formatted(Machine.wireName(breaker.state()), breaker.since()));
    }
  }

  private boolean hasNoProbe(Breaker breaker) {
    if (breaker.state() != BreakerState.HALF_OPEN || breaker.probe().isEmpty()) {
      return false;
    }
    BreakerProbe probe = breaker.probe().get();
    AuditResult found = audit.check(Kind.RUN, probe.run().value());
    // Nothing is known about a run with a corrupt journal.
    return found.journalProblem().isEmpty()
        && found.aggregate().flatMap(run -> ((Run) run).attemptUnder(probe.lease())).isEmpty();
  }

  private void checkMembers() {
    for (Audit.LeftoverMember member : audit.leftoverMembers(PAGE)) {
      if (!wrong.contains(member.group()) && !wrong.contains(member.run().value())) {
        add(
            Finding.Code.LEFTOVER_MEMBER,
            Kind.GROUP,
            member.group(),
            "run '%s' has ended, but is still a member".formatted(member.run()));
      }
    }
  }

  private void checkLeases() {
    for (Audit.LeftoverLease left : audit.leftoverLeases(PAGE)) {
      if (!wrong.contains(left.run().value())) {
        add(
            Finding.Code.LEFTOVER_LEASE,
            Kind.RUN,
            left.run().value(),
            "has ended, but agent '%s' still has lease %d of attempt %d of job %d"
                .formatted(left.agent(), left.lease(), left.attempt(), left.job()));
      }
    }
  }

  private void checkOrphanRows() {
    for (Audit.OrphanRow stray : audit.orphanRows(PAGE)) {
      String what = "has a row in table '%s', but does not exist".formatted(stray.table());
      add(Finding.Code.ORPHAN_ROW, Kind.RUN, stray.run(), what);
    }
  }

  private void checkEffects(Instant now) {
    for (Audit.UndeliveredEffect effect : audit.orphanEffects(PAGE)) {
      findings.add(
          new Finding(
              Finding.Code.ORPHAN_EFFECT,
              effect.aggregate(),
              effect.key(),
              "effect %d (%s) belongs to an aggregate that does not exist"
                  .formatted(effect.id(), effect.kind())));
    }
    for (Audit.UndeliveredEffect effect :
        audit.undeliveredEffects(now.minus(MAX_DELIVERY_TIME), PAGE)) {
      findings.add(
          new Finding(
              Finding.Code.EFFECT_UNDELIVERED,
              effect.aggregate(),
              effect.key(),
              "effect %d (%s) is undelivered since %s; check that an orchestrator is running"
                  .formatted(effect.id(), effect.kind(), effect.at())));
    }
  }

  private void add(Finding.Code code, Kind kind, String key, String what) {
    findings.add(new Finding(code, Machine.wireName(kind), key, what));
  }
}
