package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.MemberJoined;
import dev.pawl.core.event.DomainEvent.MemberLeft;
import dev.pawl.core.event.DomainEvent.MemberPlaced;
import dev.pawl.core.event.DomainEvent.MemberSuperseded;
import dev.pawl.core.event.DomainEvent.MemberYielded;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import org.jspecify.annotations.Nullable;

/// Turns events of concurrency groups into rows of table `member`.
public final class GroupProjection {

  private final TableWrites members;

  public GroupProjection(WriteBatch writes) {
    this.members = writes.table(SqlTable.MEMBER);
  }

  public void apply(String key, DomainEvent.OfGroup event) {
    switch (event) {
      case MemberJoined(var member) -> insert(key, member);
      case MemberPlaced(var run, var job) -> update(key, run, job, GroupRows.state(true), null);
      case MemberYielded(var run, var job) -> update(key, run, job, GroupRows.state(false), null);
      case MemberSuperseded(var run, var job, var by) -> update(key, run, job, null, by);
      case MemberLeft(var run, var job) -> members.delete(key, run.value(), job);
      case DomainEvent.Rebuilt _ -> {} // changes no state
    }
  }

  private void insert(String key, GroupMember member) {
    members.insert(
        key,
        member.run().value(),
        member.job(),
        member.attempt(),
        member.repository(),
        member.number(),
        member.arrival(),
        member.max(),
        GroupRows.state(member.hasPlace()),
        member.supersededBy());
  }

  private void update(
      String key, RunId run, int job, @Nullable String state, @Nullable Long supersededBy) {
    members.update(key, run.value(), job, null, null, null, null, null, state, supersededBy);
  }
}
