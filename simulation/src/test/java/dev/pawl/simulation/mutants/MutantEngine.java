package dev.pawl.simulation.mutants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The engine, deciding wrongly in one way.
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
        deadlines.slack(),
        deadlines.leaseMargin());
  }

  @Override
  public Decision decide(Run run, Command command, Surroundings around, Instant now) {
    return switch (mutant) {
      case ACCEPTS_A_STALE_LEASE -> acceptStale(run, command, around, now);
      case RENEWS_A_DEAD_LEASE ->
          command instanceof Command.RenewLease
              ? late(super.decide(run, command, around, now))
              : super.decide(run, command, around, now);
      case RETRIES_A_TEST_FAILURE ->
          doctored(run, command, around, now, retrying(1, List.of(ReasonCode.values())));
      case RETRIES_BEYOND_MAX -> doctored(run, command, around, now, retrying(9, null));
      case IGNORES_APPROVALS -> doctored(run, command, around, now, Policies.WITHOUT_APPROVAL);
      case TAKES_ONE_APPROVAL_FOR_TWO -> doctored(run, command, around, now, Policies.ONE_APPROVAL);
      case FORGETS_WHAT_FAILED_BEFORE -> forgetting(run, command, around, now);
      case SKIPS_THE_RUNS_HOOKS -> withoutRunHooks(run, command, around, now);
      case PLACES_BEYOND_MAX -> placed(run, command, new Generous(around), now);
      case ALLOWS_SELF_APPROVAL -> approveOneself(run, command, around, now);
      case EXPIRES_TOO_EARLY -> super.decide(run, command, around, now);
      case OPEN_BREAKER_LETS_THROUGH -> letThrough(run, command, around, now, BreakerState.OPEN);
      case SECOND_PROBE -> letThrough(run, command, around, now, BreakerState.HALF_OPEN);
      case LEASES_AFTER_A_CANCEL -> leaseAfterCancel(run, command, around, now);
      case STAYS_IN_ITS_GROUP ->
          Doctored.without(
              super.decide(run, command, around, now),
              revision ->
                  revision.transitions().stream()
                      .anyMatch(line -> line.cause() instanceof Event.MemberLeft));
      case LOSES_A_DISPATCH -> losing(run, command, around, now, Effect.Dispatch.class);
      case LOSES_A_CANCEL -> losing(run, command, around, now, Effect.CancelJob.class);
      case LOSES_A_REPORT -> losing(run, command, around, now, Effect.Report.class);
      default ->
          Doctored.lines(
              run,
              super.decide(run, command, around, now),
              now,
              lines -> WrongLines.of(mutant, run, lines, now));
    };
  }

  private Decision doctored(
      Run run, Command command, Surroundings around, Instant now, Policies.Change change) {
    if (isAboutSomethingElse(command)) {
      return super.decide(run, command, around, now);
    }
    Decision decision = super.decide(Doctored.policies(run, change), command, around, now);
    return Doctored.lines(run, decision, now, lines -> lines);
  }

  /// A heartbeat writes nothing, and a hold that is there already knows what it wants.
  private boolean isAboutSomethingElse(Command command) {
    boolean isOfAHold =
        command instanceof Command.ApproveJob
            || command instanceof Command.RejectJob
            || command instanceof Command.Tick;
    return command instanceof Command.RenewLease
        || (mutant == Mutant.IGNORES_APPROVALS && isOfAHold);
  }

  private static Policies.Change retrying(
      int max, @org.jspecify.annotations.Nullable List<ReasonCode> on) {
    return policy -> {
      RetryPolicy retry = policy.retry();
      return Policies.with(
          policy, new RetryPolicy(max, on == null ? retry.on() : on, retry.backoff()));
    };
  }

  private Decision losing(
      Run run, Command command, Surroundings around, Instant now, Class<?> kind) {
    return Doctored.withoutEffects(super.decide(run, command, around, now), kind::isInstance);
  }

  /// Only who may have a place is decided with more room; what is written is as it would be.
  private Decision placed(Run run, Command command, Generous around, Instant now) {
    Decision decision = super.decide(run, command, around, now);
    return command instanceof Command.GrantLease && decision instanceof Decision.Accepted accepted
        ? around.asItWas(accepted)
        : super.decide(run, command, around.around(), now);
  }

  private static Decision late(Decision decision) {
    return decision instanceof Decision.Refused ? new Decision.Late("never mind") : decision;
  }

  private Decision acceptStale(Run run, Command command, Surroundings around, Instant now) {
    Decision decision = super.decide(run, command, around, now);
    boolean isStale =
        decision instanceof Decision.Refused(var refusal)
            && refusal.code() == Refusal.Code.STALE_LEASE;
    if (isStale && command instanceof Command.CompleteAttempt said) {
      int job = said.lease().attempt().job();
      if (job < run.jobs().size() && run.job(job).attempt() instanceof Attempt.WithAgent held) {
        var live = new LeaseRef(run.job(job).ref(), held.lease().number());
        return super.decide(
            run,
            new Command.CompleteAttempt(
                live, said.actor(), said.outcome(), said.code(), said.message()),
            around,
            now);
      }
    }
    return decision;
  }

  private Decision letThrough(
      Run run, Command command, Surroundings around, Instant now, BreakerState state) {
    Decision decision = super.decide(run, command, around, now);
    if (command instanceof Command.AcquireTool acquire && decision instanceof Decision.Refused) {
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
                  .filter(tool -> around.breaker(tool).state() == state)
                  .isPresent();
      return isIt ? late(decision) : decision;
    }
    return decision;
  }

  private Decision approveOneself(Run run, Command command, Surroundings around, Instant now) {
    Decision decision = super.decide(run, command, around, now);
    boolean isOwn =
        decision instanceof Decision.Refused(var refusal)
            && refusal.code() == Refusal.Code.SELF_APPROVAL;
    if (!isOwn || !(command instanceof Command.ApproveJob(var ref, var by, var teams))) {
      return decision;
    }
    Actor cover = Actor.person("team");
    Decision covered =
        super.decide(
            Doctored.policies(run, Policies.ANYBODY_APPROVES),
            new Command.ApproveJob(ref, cover, teams),
            around,
            now);
    return Doctored.lines(run, covered, now, lines -> WrongLines.uncovered(lines, by));
  }

  /// Only what a job passes on when it ends is decided so.
  private Decision forgetting(Run run, Command command, Surroundings around, Instant now) {
    if (!(command instanceof Command.CompleteAttempt)) {
      return super.decide(run, command, around, now);
    }
    Run forgetful = Doctored.withoutAncestors(run);
    return Doctored.lines(run, super.decide(forgetful, command, around, now), now, lines -> lines);
  }

  private Decision withoutRunHooks(Run run, Command command, Surroundings around, Instant now) {
    if (isAboutSomethingElse(command)) {
      return super.decide(run, command, around, now);
    }
    Run bare = Policies.withoutRunHooks(run);
    return Doctored.lines(run, super.decide(bare, command, around, now), now, lines -> lines);
  }

  private Decision leaseAfterCancel(Run run, Command command, Surroundings around, Instant now) {
    if (command instanceof Command.GrantLease && run.cancel().isPresent()) {
      Decision decision = super.decide(Policies.uncancelled(run), command, around, now);
      return Doctored.lines(run, decision, now, lines -> lines);
    }
    return Doctored.lines(
        run,
        super.decide(run, command, around, now),
        now,
        lines -> WrongLines.of(Mutant.CANCEL_LEAVES_A_JOB_QUEUED, run, lines, now));
  }

  @Override
  public Optional<Instant> nextDue(Run run) {
    Optional<Instant> due = super.nextDue(run);
    return mutant == Mutant.FORGETS_A_DEADLINE && run.tally().out() > 0
        ? due.map(at -> at.plus(Duration.ofHours(3)))
        : due;
  }
}
