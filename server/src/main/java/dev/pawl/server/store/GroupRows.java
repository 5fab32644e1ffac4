package dev.pawl.server.store;

import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.MemberJoined;
import dev.pawl.core.engine.Event.MemberLeft;
import dev.pawl.core.engine.Event.MemberPlaced;
import dev.pawl.core.engine.Event.MemberSuperseded;
import dev.pawl.core.engine.Event.MemberYielded;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// The rows of concurrency groups, and one for each member.
final class GroupRows {

  private record Counts(long arrivals, long version) {}

  private final Sql sql;

  GroupRows(Sql sql) {
    this.sql = sql;
  }

  void insert(String key) throws SQLException {
    sql.of(
            """
            INSERT INTO concurrency_group (key, arrivals, version, journal_seq, journal_hash)
            VALUES (:key, 0, 0, 0, '')
            """)
        .with("key", key)
        .update();
  }

  void update(Group group, Head head) throws SQLException {
    sql.of(
            """
            UPDATE concurrency_group SET arrivals = :arrivals, version = :version,
                                         journal_seq = :seq, journal_hash = :hash
            WHERE key = :key
            """)
        .with("key", group.key())
        .with("arrivals", group.arrivals())
        .with("version", group.version())
        .with("seq", head.seq())
        .with("hash", head.hash())
        .update();
  }

  void happened(String key, Event.OfGroup event) throws SQLException {
    switch (event) {
      case MemberJoined(var member) -> insert(key, member);
      case MemberPlaced(var run, var job) -> state(key, run, job, true);
      case MemberYielded(var run, var job) -> state(key, run, job, false);
      case MemberSuperseded(var run, var job, var by) ->
          of(
                  key,
                  run,
                  job,
                  """
                  UPDATE member SET superseded_by = :by WHERE group_key = :key AND run_id = :run AND job = :job
                  """)
              .with("by", by)
              .update();
      case MemberLeft(var run, var job) ->
          of(
                  key,
                  run,
                  job,
                  "DELETE FROM member WHERE group_key = :key AND run_id = :run AND job = :job")
              .update();
    }
  }

  private void insert(String key, Member member) throws SQLException {
    of(
            key,
            member.run(),
            member.job(),
            """
            INSERT INTO member (group_key, run_id, job, attempt, run_number, arrival, max, state, superseded_by)
            VALUES (:key, :run, :job, :attempt, :number, :arrival, :max, :state, :supersededBy)
            """)
        .with("attempt", member.attempt())
        .with("number", member.number())
        .with("arrival", member.arrival())
        .with("max", member.max())
        .with("state", state(member.isPlaced()))
        .with("supersededBy", member.supersededBy())
        .update();
  }

  private void state(String key, RunId run, int job, boolean isPlaced) throws SQLException {
    of(
            key,
            run,
            job,
            "UPDATE member SET state = :state WHERE group_key = :key AND run_id = :run AND job = :job")
        .with("state", state(isPlaced))
        .update();
  }

  private static String state(boolean isPlaced) {
    return isPlaced ? "placed" : "waiting";
  }

  private Sql.Statement of(String key, RunId run, int job, String text) throws SQLException {
    return sql.of(text).with("key", key).with("run", run.value()).with("job", job);
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
