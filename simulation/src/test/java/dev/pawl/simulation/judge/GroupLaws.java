package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import java.util.Optional;

/// Concurrency groups: how many hold a place, and who is next.
final class GroupLaws {

  static void line(Verdict verdict, Group before, Group after, Transition line) {
    if (!(line.cause() instanceof Event.MemberPlaced(var run, var job))) {
      return;
    }
    Member placed = before.member(run, job).orElseThrow();
    int holders = 0;
    int passedBy = 0;
    for (Member member : after.members()) {
      holders += member.isPlaced() ? 1 : 0;
      boolean isPassedBy =
          !member.isPlaced() && member.supersededBy() == 0 && member.arrival() < placed.arrival();
      passedBy += isPassedBy ? 1 : 0;
    }
    // Who has no agent yet may be passed by, as long as there is a place left for it.
    if (passedBy > 0 && holders + passedBy > placed.max()) {
      verdict.broken(
          Law.IN_ORDER, "%s: %s was let in before others".formatted(after.key(), placed));
    }
    if (holders > placed.max()) {
      verdict.broken(
          Law.WITHIN_MAX, "%s: %d holders after %s".formatted(after.key(), holders, placed));
    }
  }

  /// Who is in a group knows of it, and is not over. Only of runs that were written before: those
  /// of the same decision come first in it.
  static void change(Verdict verdict, Shadow shadow, Group group) {
    for (Member member : group.members()) {
      Run run = shadow.run(member.run());
      if (run == null || run.isOver()) {
        verdict.broken(
            Law.NOTHING_LEFT, "%s: %s is there, and over".formatted(group.key(), member));
        continue;
      }
      Optional<Place> place =
          member.job() == Member.WHOLE_RUN ? run.place() : run.job(member.job()).place();
      boolean agrees =
          place
              .filter(one -> one.group().equals(group.key()) && one.isTaken() == member.isPlaced())
              .isPresent();
      if (!agrees) {
        verdict.broken(
            Law.NOTHING_LEFT, "%s: %s, but the run has %s".formatted(group.key(), member, place));
      }
    }
  }

  private GroupLaws() {}
}
