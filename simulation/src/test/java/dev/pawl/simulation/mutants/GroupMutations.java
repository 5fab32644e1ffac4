package dev.pawl.simulation.mutants;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent.MemberLeft;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decisions about groups that a defective engine would make.
final class GroupMutations {

  /// The decision, in which ended holders leave their groups although processes of them may run.
  static Decision leavingAtOnce(Run run, Decision decision, DecisionContext around, Instant now) {
    Map<String, List<MemberLeft>> leaving = new LinkedHashMap<>();
    Decision without =
        DecisionMutations.lines(
            run,
            decision,
            now,
            lines -> lines.stream().map(line -> leavingAtOnce(run, line, leaving)).toList());
    return without instanceof Decision.Accepted accepted && !leaving.isEmpty()
        ? withLeaves(accepted, leaving, around, now)
        : decision;
  }

  private static Transition leavingAtOnce(
      Run run, Transition line, Map<String, List<MemberLeft>> leaving) {
    if (line.cause() instanceof PlaceChanged(var job, var place, var why)
        && place.isPresent()
        && place.get().keptUntil().isPresent()) {
      leaving
          .computeIfAbsent(place.get().group(), _ -> new ArrayList<>())
          .add(new MemberLeft(run.id(), job));
      return DecisionMutations.saying(line, new PlaceChanged(job, Optional.empty(), why));
    }
    return line;
  }

  private static Decision withLeaves(
      Decision.Accepted accepted,
      Map<String, List<MemberLeft>> leaving,
      DecisionContext around,
      Instant now) {
    List<Revision> revisions = new ArrayList<>(accepted.revisions());
    leaving.forEach((key, leaves) -> {
      Optional<Revision> known = revisions.stream().filter(one -> isOf(one, key)).findFirst();
      Group group =
          known.map(one -> (Group) one.after()).orElseGet(() -> around.group(key).committed());
      List<Transition> lines = new ArrayList<>(known.map(Revision::transitions).orElse(List.of()));
      for (MemberLeft left : leaves) {
        group = (Group) EventApplier.apply(group, left, now);
        lines.add(
            new Transition("fact", left.run().value(), "", "MEMBER_LEFT", "", Actor.CLOCK, left));
      }
      known.ifPresent(revisions::remove);
      revisions.add(new Revision(group, lines));
    });
    List<Decision.Read> reads =
        accepted.reads().stream()
            .filter(read -> read.kind() != Aggregate.Kind.GROUP || !leaving.containsKey(read.key()))
            .toList();
    return new Decision.Accepted(revisions, reads, accepted.effects(), accepted.renewed());
  }

  private static boolean isOf(Revision revision, String group) {
    return revision.after().kind() == Aggregate.Kind.GROUP && revision.after().key().equals(group);
  }

  /// The run as one of no repository, whose groups are those of every other such run.
  static Run withoutRepository(Run run) {
    Origin origin = run.origin();
    var source =
        new Origin.Source(
            "", origin.source().branch(), origin.source().commit(), origin.source().forge());
    return run.with(origin.ownedBy(origin.owner(), source));
  }

  private GroupMutations() {}
}
