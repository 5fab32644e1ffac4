package dev.pawl.server.store;

import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.MemberJoined;
import dev.pawl.core.engine.Event.MemberLeft;
import dev.pawl.core.engine.Event.MemberPlaced;
import dev.pawl.core.engine.Event.MemberSuperseded;
import dev.pawl.core.engine.Event.MemberYielded;
import dev.pawl.core.group.Member;
import dev.pawl.core.run.RunId;
import org.jspecify.annotations.Nullable;

/// What is written of the members of concurrency groups.
final class GroupWrites {

  private final RowWrites members;

  GroupWrites(Writes writes) {
    this.members = writes.to(Table.MEMBER);
  }

  void happened(String key, Event.OfGroup event) {
    switch (event) {
      case MemberJoined(var member) -> insert(key, member);
      case MemberPlaced(var run, var job) -> update(key, run, job, GroupRows.state(true), null);
      case MemberYielded(var run, var job) -> update(key, run, job, GroupRows.state(false), null);
      case MemberSuperseded(var run, var job, var by) -> update(key, run, job, null, by);
      case MemberLeft(var run, var job) -> members.delete(key, run.value(), job);
      case Event.Rebuilt _ -> {} // it is as it was
    }
  }

  private void insert(String key, Member member) {
    members.insert(
        key,
        member.run().value(),
        member.job(),
        member.attempt(),
        member.number(),
        member.arrival(),
        member.max(),
        GroupRows.state(member.isPlaced()),
        member.supersededBy());
  }

  private void update(
      String key, RunId run, int job, @Nullable String state, @Nullable Long supersededBy) {
    members.update(key, run.value(), job, null, null, null, null, state, supersededBy);
  }
}
