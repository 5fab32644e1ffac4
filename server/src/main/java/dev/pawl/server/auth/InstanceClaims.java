package dev.pawl.server.auth;

import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The processes that speak for agents, one for each, in the store that all orchestrators share. A
/// token that was copied to a second machine would otherwise let the two replace each other for
/// ever.
///
/// A process keeps its claim while it is alive, and for two heartbeats longer. Within that time the
/// claim can be taken by a new process of the same installation only: the agent was restarted.
public final class InstanceClaims {

  private static final int HEARTBEATS = 2;

  private final Database database;
  private final InstantSource clock;
  private final Duration heartbeat;

  /// The process that has a claim.
  public record Holder(String host, String address, Instant since) {

    /// The reason to reject another one.
    public String text() {
      return "in use by host '%s' (%s) since %s"
          .formatted(host, address, since.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /// @param clock the store's time
  public InstanceClaims(Database database, InstantSource clock, Duration heartbeat) {
    this.database = database;
    this.clock = clock;
    this.heartbeat = heartbeat;
  }

  /// Claims the agent for a process. Returns the process that has it otherwise.
  ///
  /// @throws StoreUnavailable as all others here: the same may succeed later
  public Optional<Holder> claim(String agent, Instance instance, String address) {
    Instant now = clock.instant();
    return transact(sql ->
        upsert(sql, agent, instance, address, now) == 1
            ? Optional.empty()
            : holders(sql, agent).stream().findFirst());
  }

  /// Each of these may be done again: so what the database aborts, or may have done, is a failure
  /// of its environment.
  private <T> T transact(Database.Work<T> work) {
    try {
      return database.transact(work);
    } catch (DeadlockDetected | CommitOutcomeUnknown e) {
      throw new StoreUnavailable("cannot write to the store: " + e.getMessage(), e);
    }
  }

  private int upsert(
      SqlConnection sql, String agent, Instance instance, String address, Instant now)
      throws SQLException {
    return sql.statement(
            """
            INSERT INTO agent_instance (agent, instance, process, host, address, since, heard_at)
            VALUES (:agent, :instance, :process, :host, :address, :now, :now)
            ON CONFLICT (agent) DO UPDATE
            SET instance = :instance, process = :process, host = :host, address = :address,
                since = CASE WHEN agent_instance.process = :process THEN agent_instance.since ELSE :now END,
                heard_at = :now
            WHERE agent_instance.process = :process
               OR agent_instance.instance = :restarted
               OR agent_instance.heard_at < :silent
            """)
        .with("agent", agent)
        .with("instance", instance.id())
        .with("process", instance.process())
        .with("host", instance.host())
        .with("address", address)
        .with("now", now)
        .with("restarted", instance.isRegistered() ? "" : instance.id())
        .with("silent", now.minus(heartbeat.multipliedBy(HEARTBEATS)))
        .update();
  }

  private static List<Holder> holders(SqlConnection sql, String agent) throws SQLException {
    return sql.statement("SELECT host, address, since FROM agent_instance WHERE agent = :agent")
        .with("agent", agent)
        .list(row ->
            new Holder(
                row.getString("host"),
                row.getString("address"),
                SqlConnection.instant(row, "since")));
  }

  /// These processes are alive.
  ///
  /// @param processes by agent
  public void renew(SortedMap<String, String> processes) {
    if (processes.isEmpty()) {
      return;
    }
    Instant now = clock.instant();
    transact(sql -> {
      int renewed = 0;
      for (Map.Entry<String, String> one : processes.entrySet()) {
        renewed +=
            sql.statement(
                    """
                    UPDATE agent_instance SET heard_at = :now
                    WHERE agent = :agent AND process = :process
                    """)
                .with("now", now)
                .with("agent", one.getKey())
                .with("process", one.getValue())
                .update();
      }
      return renewed;
    });
  }

  /// The process ends.
  public void release(String agent, String process) {
    transact(sql ->
        sql.statement("DELETE FROM agent_instance WHERE agent = :agent AND process = :process")
            .with("agent", agent)
            .with("process", process)
            .update());
  }
}
