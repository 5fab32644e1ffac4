package dev.pawl.server.store;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// The rows of concurrency groups and their members, as they are read.
final class GroupRows {

  private record Counts(long arrivals, long version) {}

  private final Sql sql;

  GroupRows(Sql sql) {
    this.sql = sql;
  }

  /// What its row says, but for its head.
  static Object[] values(Group group) {
    return new Object[] {group.key(), group.arrivals()};
  }

  static String state(boolean isPlaced) {
    return isPlaced ? "placed" : "waiting";
  }

  Group load(String key) throws SQLException {
    Counts counts =
        sql.of("SELECT arrivals, version FROM concurrency_group WHERE key = :key")
            .with("key", key)
            .first(row -> new Counts(row.getLong(1), row.getLong(2)))
            .orElse(new Counts(0, 0));
    return new Group(key, members(key), counts.arrivals(), counts.version());
  }

  private List<Member> members(String key) throws SQLException {
    return sql.of("SELECT * FROM member WHERE group_key = :key ORDER BY arrival")
        .with("key", key)
        .list(GroupRows::member);
  }

  private static Member member(ResultSet row) throws SQLException {
    return new Member(
        new RunId(row.getString("run_id")),
        row.getLong("run_number"),
        row.getInt("job"),
        row.getInt("attempt"),
        row.getLong("arrival"),
        row.getInt("max"),
        row.getString("state").equals("placed"),
        row.getLong("superseded_by"));
  }

  List<Place> places(RunId run) throws SQLException {
    return sql.of("SELECT group_key, state FROM member WHERE run_id = :run ORDER BY group_key, job")
        .with("run", run.value())
        .list(row -> new Place(row.getString(1), row.getString(2).equals("placed")));
  }
}
