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

/// One accepted decision, to be made durable.
///
/// The store writes every revision that has lines, and every revision of an agent, provided that it
/// has the version before; and all of it only if everything that was read has the version that was
/// read. A revision of a run without lines is such a reading, of the version it has: that is how a
/// heartbeat cannot renew a lease that another orchestrator has ended. Nor can an orchestrator end
/// a lease that another has renewed, which moves no version: that is what silences are for. The
/// effects belong to the first revision's aggregate.
///
/// @param at when it was decided
/// @param nextDue the run's earliest deadline afterwards
/// @param silences the leases of the run that were given up because nothing was heard of them
/// @param triggerKey of a run that is new: what makes the same trigger, twice, one run; may be
///   empty
public record Change(
    Decision.Accepted decision,
    Instant at,
    Optional<Instant> nextDue,
    List<UnrenewedLease> unrenewedLeases,
    String triggerKey) {

  /// Nothing was heard under the lease since then: if that is not so, it was decided wrongly.
  public record UnrenewedLease(LeaseRef lease, Instant since) {}

  public Change {
    unrenewedLeases = List.copyOf(unrenewedLeases);
  }

  public Change(Decision.Accepted decision, Instant at, Optional<Instant> nextDue) {
    this(decision, at, nextDue, List.of(), "");
  }

  /// The same without the effects of a kind.
  public Change without(Class<? extends Effect> kind) {
    List<Effect> rest = effects().stream().filter(effect -> !kind.isInstance(effect)).toList();
    var same =
        new Decision.Accepted(decision.revisions(), decision.reads(), rest, decision.renewed());
    return new Change(same, at, nextDue, unrenewedLeases, triggerKey);
  }

  /// The run that it is about, if it is about one.
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

  /// The lines of the run's journal.
  public List<Transition> transitions() {
    return decision.revisions().getFirst().transitions();
  }

  public List<Effect> effects() {
    return decision.effects();
  }
}
