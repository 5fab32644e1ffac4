package dev.pawl.simulation.mutants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The engine with one defect in its decisions.
public final class MutantEngine extends Engine {

  private final Mutant mutant;

  public MutantEngine(Deadlines deadlines, Mutant mutant) {
    super(mutant == Mutant.EXPIRES_TOO_EARLY ? hasty(deadlines) : deadlines);
    this.mutant = mutant;
  }

  private static Deadlines hasty(Deadlines deadlines) {
    return new Deadlines(
        deadlines.leaseTtl().minusSeconds(60),
        deadlines.heartbeat(),
        deadlines.suspensionAllowance(),
        deadlines.leaseMargin());
  }

  @Override
  public Decision decide(Run run, EngineCommand command, DecisionContext around, Instant now) {
    return switch (mutant) {
      case ACCEPTS_A_STALE_LEASE -> acceptStale(run, command, around, now);
      case RENEWS_A_DEAD_LEASE ->
          command instanceof EngineCommand.RenewLease
              ? late(super.decide(run, command, around, now))
              : super.decide(run, command, around, now);
      case RETRIES_A_TEST_FAILURE ->
          doctored(run, command, around, now, PolicyMutations.RETRIES_EVERYTHING);
      case RETRIES_BEYOND_MAX ->
          doctored(run, command, around, now, PolicyMutations.RETRIES_NINE_TIMES);
      case IGNORES_APPROVALS ->
          doctored(run, command, around, now, PolicyMutations.WITHOUT_APPROVAL);
      case TAKES_ONE_APPROVAL_FOR_TWO ->
          doctored(run, command, around, now, PolicyMutations.ONE_APPROVAL);
      case FORGETS_WHAT_FAILED_BEFORE -> forgetting(run, command, around, now);
      case SKIPS_THE_RUNS_HOOKS -> withoutRunHooks(run, command, around, now);
      case RECORDS_A_SECOND_COMMIT -> recordAgain(run, command, around, now);
      case PLACES_BEYOND_MAX -> placed(run, command, new EnlargedGroups(around), now);
      case FREES_THE_PLACE_OF_A_LOST_HOLDER ->
          GroupMutations.leavingAtOnce(run, super.decide(run, command, around, now), around, now);
      case JOINS_BEFORE_ITS_RUN_IS_LET_IN ->
          command instanceof EngineCommand.JoinGroup
              ? DecisionMutations.lines(
                  run,
                  super.decide(run.with(Optional.<GroupPlace>empty()), command, around, now),
                  now,
                  lines -> lines)
              : super.decide(run, command, around, now);
      case JOINS_WITHOUT_A_FITTING_AGENT ->
          super.decide(
              run,
              command,
              command instanceof EngineCommand.JoinGroup ? new VersatileAgents(around) : around,
              now);
      case JOINS_BEYOND_MAX_PARALLEL ->
          command instanceof EngineCommand.JoinGroup
              ? doctored(run, command, around, now, PolicyMutations.WITHOUT_MAX_PARALLEL)
              : super.decide(run, command, around, now);
      case SHARES_A_GROUP_WITH_OTHER_REPOSITORIES ->
          DecisionMutations.lines(
              run,
              super.decide(GroupMutations.withoutRepository(run), command, around, now),
              now,
              lines -> lines);
      case ALLOWS_SELF_APPROVAL -> approveOneself(run, command, around, now);
      case EXPIRES_TOO_EARLY -> super.decide(run, command, around, now);
      case OPEN_BREAKER_LETS_THROUGH -> letThrough(run, command, around, now, BreakerState.OPEN);
      case SECOND_PROBE -> letThrough(run, command, around, now, BreakerState.HALF_OPEN);
      case LEASES_AFTER_A_CANCEL -> leaseAfterCancel(run, command, around, now);
      case STAYS_IN_ITS_GROUP ->
          DecisionMutations.without(
              super.decide(run, command, around, now), MutantEngine::leavesGroup);
      case QUARANTINED_RUN_STAYS_IN_ITS_GROUP ->
          isOfQuarantined(run, command)
              ? DecisionMutations.without(
                  super.decide(run, command, around, now), MutantEngine::leavesGroup)
              : super.decide(run, command, around, now);
      case LOSES_A_DISPATCH -> losing(run, command, around, now, Effect.Dispatch.class);
      case LOSES_A_CANCEL -> losing(run, command, around, now, Effect.CancelJob.class);
      case LOSES_A_REPORT -> losing(run, command, around, now, Effect.Report.class);
      default ->
          DecisionMutations.lines(
              run,
              super.decide(run, command, around, now),
              now,
              lines -> TransitionMutations.of(mutant, run, lines, now));
    };
  }

  /// Whether it ends a quarantined run, or comes after that.
  private static boolean isOfQuarantined(Run run, EngineCommand command) {
    String why =
        command instanceof EngineCommand.CancelRun cancel ? cancel.why() : run.reason().message();
    return why.contains("it was quarantined");
  }

  private static boolean leavesGroup(Revision revision) {
    return revision.transitions().stream()
        .anyMatch(line -> line.cause() instanceof DomainEvent.MemberLeft);
  }

  private Decision doctored(
      Run run,
      EngineCommand command,
      DecisionContext around,
      Instant now,
      PolicyMutations.Change change) {
    if (isAboutSomethingElse(command)) {
      return super.decide(run, command, around, now);
    }
    Decision decision = super.decide(DecisionMutations.policies(run, change), command, around, now);
    return DecisionMutations.lines(run, decision, now, lines -> lines);
  }

  /// Heartbeats write nothing, and an existing hold knows its policy already.
  private boolean isAboutSomethingElse(EngineCommand command) {
    boolean isOfAHold =
        command instanceof EngineCommand.ApproveJob
            || command instanceof EngineCommand.RejectJob
            || command instanceof EngineCommand.Tick;
    return command instanceof EngineCommand.RenewLease
        || (mutant == Mutant.IGNORES_APPROVALS && isOfAHold);
  }

  private Decision losing(
      Run run, EngineCommand command, DecisionContext around, Instant now, Class<?> kind) {
    return DecisionMutations.withoutEffects(
        super.decide(run, command, around, now), kind::isInstance);
  }

  /// Uses the larger groups only to grant places; the stored groups keep their size.
  private Decision placed(Run run, EngineCommand command, EnlargedGroups around, Instant now) {
    Decision decision = super.decide(run, command, around, now);
    return command instanceof EngineCommand.GrantLease
            && decision instanceof Decision.Accepted accepted
        ? around.asItWas(accepted)
        : super.decide(run, command, around.around(), now);
  }

  private static Decision late(Decision decision) {
    return decision instanceof Decision.Refused ? new Decision.Late("never mind") : decision;
  }

  private Decision acceptStale(
      Run run, EngineCommand command, DecisionContext around, Instant now) {
    Decision decision = super.decide(run, command, around, now);
    boolean isStale =
        decision instanceof Decision.Refused(var refusal)
            && refusal.code() == Refusal.Code.STALE_LEASE;
    if (isStale && command instanceof EngineCommand.CompleteAttempt said) {
      int job = said.lease().attempt().job();
      if (job < run.jobs().size() && run.job(job).attempt() instanceof Attempt.WithAgent held) {
        var live = new LeaseRef(run.job(job).ref(), held.lease().number());
        return super.decide(
            run,
            new EngineCommand.CompleteAttempt(
                live, said.actor(), said.outcome(), said.code(), said.message()),
            around,
            now);
      }
    }
    return decision;
  }

  private Decision letThrough(
      Run run, EngineCommand command, DecisionContext around, Instant now, BreakerState state) {
    Decision decision = super.decide(run, command, around, now);
    if (command instanceof EngineCommand.AcquireTool acquire
        && decision instanceof Decision.Refused) {
      int job = acquire.lease().attempt().job();
      boolean isIt =
          job < run.jobs().size()
              && acquire.step() < run.job(job).planned().steps().size()
              && run.job(job)
                  .planned()
                  .steps()
                  .get(acquire.step())
                  .policy()
                  .tool()
                  .map(tool -> Breaker.keyOf(run.origin().org(), tool))
                  .filter(breaker -> around.breaker(breaker).state() == state)
                  .isPresent();
      return isIt ? late(decision) : decision;
    }
    return decision;
  }

  private Decision approveOneself(
      Run run, EngineCommand command, DecisionContext around, Instant now) {
    Decision decision = super.decide(run, command, around, now);
    boolean isOwn =
        decision instanceof Decision.Refused(var refusal)
            && refusal.code() == Refusal.Code.SELF_APPROVAL;
    if (!isOwn || !(command instanceof EngineCommand.ApproveJob(var ref, var by))) {
      return decision;
    }
    Actor cover = Actor.person("team");
    Decision covered =
        super.decide(
            DecisionMutations.policies(run, PolicyMutations.ANYBODY_APPROVES),
            new EngineCommand.ApproveJob(ref, cover, by.teams()),
            around,
            now);
    return DecisionMutations.lines(
        run, covered, now, lines -> TransitionMutations.uncovered(lines, by.actor()));
  }

  /// Applies only to what a job passes on when it ends.
  private Decision forgetting(Run run, EngineCommand command, DecisionContext around, Instant now) {
    if (!(command instanceof EngineCommand.CompleteAttempt)) {
      return super.decide(run, command, around, now);
    }
    Run forgetful = DecisionMutations.withoutAncestors(run);
    return DecisionMutations.lines(
        run, super.decide(forgetful, command, around, now), now, lines -> lines);
  }

  private Decision withoutRunHooks(
      Run run, EngineCommand command, DecisionContext around, Instant now) {
    if (isAboutSomethingElse(command)) {
      return super.decide(run, command, around, now);
    }
    Run bare = PolicyMutations.withoutRunHooks(run);
    return DecisionMutations.lines(
        run, super.decide(bare, command, around, now), now, lines -> lines);
  }

  /// Takes every report of a commit for the first one.
  private Decision recordAgain(
      Run run, EngineCommand command, DecisionContext around, Instant now) {
    return command instanceof EngineCommand.ReportCommit
        ? super.decide(run.with(run.origin().of("")), command, around, now)
        : super.decide(run, command, around, now);
  }

  /// Leaves a job queued only while another one keeps the run open: else it is the end of the run
  /// that is wrong.
  private Decision leaseAfterCancel(
      Run run, EngineCommand command, DecisionContext around, Instant now) {
    if (command instanceof EngineCommand.GrantLease && run.cancel().isPresent()) {
      Decision decision = super.decide(PolicyMutations.uncancelled(run), command, around, now);
      return DecisionMutations.lines(run, decision, now, lines -> lines);
    }
    Decision decision = super.decide(run, command, around, now);
    return run.jobCounts().withAgents() == 0
        ? decision
        : DecisionMutations.lines(
            run,
            decision,
            now,
            lines -> TransitionMutations.of(Mutant.CANCEL_LEAVES_A_JOB_QUEUED, run, lines, now));
  }

  @Override
  public Optional<Instant> nextDue(Run run) {
    Optional<Instant> due = super.nextDue(run);
    return mutant == Mutant.FORGETS_A_DEADLINE && run.jobCounts().withAgents() > 0
        ? due.map(at -> at.plus(Duration.ofHours(3)))
        : due;
  }
}
