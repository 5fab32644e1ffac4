package dev.pawl.server.store;

import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One accepted decision, to be committed.
///
/// The store writes every revision that has transitions, and every revision of an agent, if the
/// stored aggregate has the version before it; and all of that only if everything that was read
/// still has the version that was read. A revision of a run without transitions is such a read: so
/// a heartbeat cannot renew a lease that another orchestrator has ended. A renewal changes no
/// version, so the leases that were expired are listed with their last heartbeats: an orchestrator
/// cannot expire a lease that another one has renewed. Effects belong to the first revision's
/// aggregate.
///
/// @param at when it was decided
/// @param nextDue the run's earliest deadline afterwards
/// @param unrenewedLeases the leases of the run that were expired for missing heartbeats
/// @param triggerKey of a new run: deduplicates its trigger; may be empty
public record Change(
    Decision.Accepted decision,
    Instant at,
    Optional<Instant> nextDue,
    List<UnrenewedLease> unrenewedLeases,
    String triggerKey) {

  /// A lease that was not renewed since that time, by the knowledge of who decided.
  public record UnrenewedLease(LeaseRef lease, Instant since) {}

  public Change {
    unrenewedLeases = List.copyOf(unrenewedLeases);
  }

  public Change(Decision.Accepted decision, Instant at, Optional<Instant> nextDue) {
    this(decision, at, nextDue, List.of(), "");
  }

  /// The trigger of a new run.
  public TriggerKey trigger() {
    return new TriggerKey(affectedRun().map(run -> run.origin().org()).orElse(""), triggerKey);
  }

  /// A copy without the effects of a kind.
  public Change without(Class<? extends Effect> kind) {
    List<Effect> rest = effects().stream().filter(effect -> !kind.isInstance(effect)).toList();
    var same =
        new Decision.Accepted(decision.revisions(), decision.reads(), rest, decision.renewed());
    return new Change(same, at, nextDue, unrenewedLeases, triggerKey);
  }

  /// The run that was decided about, if it was a run.
  public Optional<Run> affectedRun() {
    return decision.revisions().getFirst().after() instanceof Run run
        ? Optional.of(run)
        : Optional.empty();
  }

  public Run run() {
    return decision.run();
  }

  public List<Revision> revisions() {
    return decision.revisions();
  }

  /// The transitions of the first revision's aggregate.
  public List<Transition> transitions() {
    return decision.revisions().getFirst().transitions();
  }

  public List<Effect> effects() {
    return decision.effects();
  }
}
