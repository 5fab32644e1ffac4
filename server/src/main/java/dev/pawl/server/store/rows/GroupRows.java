package dev.pawl.server.store.rows;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Reads concurrency groups and their members.
public final class GroupRows {

  private record Counts(long arrivals, long version) {}

  private final SqlConnection sql;

  public GroupRows(SqlConnection sql) {
    this.sql = sql;
  }

  /// The columns of its row, without its head.
  public static Object[] values(Group group) {
    return new Object[] {group.key(), group.arrivals()};
  }

  static String state(boolean isPlaced) {
    return isPlaced ? "placed" : "waiting";
  }

  public Group load(String key) throws SQLException {
    Counts counts =
        sql.statement("SELECT arrivals, version FROM concurrency_group WHERE key = :key")
            .with("key", key)
            .first(row -> new Counts(row.getLong(1), row.getLong(2)))
            .orElse(new Counts(0, 0));
    return new Group(key, members(key), counts.arrivals(), counts.version());
  }

  private List<GroupMember> members(String key) throws SQLException {
    return sql.statement("SELECT * FROM member WHERE group_key = :key ORDER BY arrival")
        .with("key", key)
        .list(GroupRows::member);
  }

  private static GroupMember member(ResultSet row) throws SQLException {
    return new GroupMember(
        new RunId(row.getString("run_id")),
        row.getString("repository"),
        row.getLong("run_number"),
        row.getInt("job"),
        row.getInt("attempt"),
        row.getLong("arrival"),
        row.getInt("max"),
        row.getString("state").equals("placed"),
        row.getLong("superseded_by"));
  }

  public List<GroupPlace> places(RunId run) throws SQLException {
    return sql.statement(
            "SELECT group_key, state FROM member WHERE run_id = :run ORDER BY group_key, job")
        .with("run", run.value())
        .list(row -> new GroupPlace(row.getString(1), row.getString(2).equals("placed")));
  }
}
