package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.group.Group;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Due;
import dev.pawl.server.runtime.Ready;
import dev.pawl.server.runtime.Store;
import dev.pawl.server.runtime.StoreFailure;
import dev.pawl.server.runtime.StoredEffect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The embedded store: one SQLite file, WAL, every commit on disk before it returns.
///
/// Several processes may have it open, each for the runs that it owns: what is due, ready or to be
/// told is asked for those only. What they have in common, such as concurrency groups, they agree
/// on by versions.
public final class SqliteStore implements Store {

  private final Database database;
  private final InstantSource clock;
  private final String owner;
  private final Served served = new Served();
  private Instant latest = Instant.MIN;

  private SqliteStore(Database database, InstantSource clock, String owner) {
    this.database = database;
    this.clock = clock;
    this.owner = owner;
  }

  /// Opens the store in `file`, making or upgrading it if need be.
  ///
  /// @param owner whose runs are served; empty for everybody's
  /// @throws StoreFailure if it cannot be opened
  public static SqliteStore open(Path file, InstantSource clock, String owner) {
    return new SqliteStore(Database.open(file), clock, owner);
  }

  /// Opens the store in `file`, if there is one, to look at it.
  public static Optional<SqliteStore> openExisting(Path file, InstantSource clock) {
    return Files.exists(file) ? Optional.of(open(file, clock, "")) : Optional.empty();
  }

  @Override
  public synchronized Instant now() {
    Instant now = Instant.ofEpochMilli(clock.millis());
    latest = now.isAfter(latest) ? now : latest;
    return latest;
  }

  @Override
  public void commit(Commit commit) {
    database.transact(sql -> {
      new CommitWriter(sql, commit).write();
      return commit;
    });
  }

  @Override
  public boolean wasCommitted(String commitId) {
    return database.read(sql -> new JournalRows(sql).has(commitId));
  }

  @Override
  public Optional<Run> run(RunId id) {
    return database.read(sql -> new RunLoader(sql).load(id));
  }

  @Override
  public long version(RunId id) {
    var run = JournalEntry.Of.of(Aggregate.Kind.RUN, id.value());
    return database.read(sql -> Head.of(sql, run).orElse(Head.NEW).version());
  }

  @Override
  public Optional<RunId> runOfTrigger(String key) {
    return database.read(sql -> new RunRows(sql).ofTrigger(key));
  }

  @Override
  public boolean hasSucceeded(RunId run, String job) {
    return database.read(sql -> new RunRows(sql).hasSucceeded(run, job));
  }

  @Override
  public List<Due> due(Instant now, Due after, int most) {
    return database.read(sql -> new RunRows(sql).due(now, after, most, owner));
  }

  @Override
  public List<Ready> ready(Age after, int most) {
    return database.read(sql -> new AttemptRows(sql).ready(after, most, owner));
  }

  @Override
  public List<StoredEffect> effects(long after, int most) {
    return database.read(sql -> new EffectRows(sql).after(after, most, owner));
  }

  @Override
  public long lastSeq(RunId run, LeaseRef lease) {
    return database.read(sql -> new LeaseRows(sql).lastSeq(run.value(), lease));
  }

  @Override
  public Instant served(Instant now) {
    return served.at(now);
  }

  @Override
  public void forgetEffects(RunId run) {
    database.transact(sql -> new EffectRows(sql).forget(run));
  }

  @Override
  public long nextRunNumber() {
    return database.transact(sql ->
        sql.of("UPDATE counter SET value = value + 1 WHERE name = 'run' RETURNING value")
            .first(row -> row.getLong(1))
            .orElseThrow());
  }

  @Override
  public Group group(String key) {
    return database.read(sql -> new GroupRows(sql).load(key));
  }

  @Override
  public Breaker breaker(String tool) {
    return database
        .read(sql -> new BreakerRows(sql).load(tool))
        .orElseGet(() -> Breaker.of(tool, ToolProfile.DEFAULT));
  }

  @Override
  public Agent agent(String id) {
    return database
        .read(sql -> new AgentRows(sql, new LeaseRows(sql)).load(id))
        .orElseGet(() -> Agent.unknown(id));
  }

  @Override
  public List<List<String>> labels() {
    return database.read(sql -> new AgentRows(sql, new LeaseRows(sql)).labels());
  }

  @Override
  public List<Place> places(RunId run) {
    return database.read(sql -> new GroupRows(sql).places(run));
  }

  /// The processes that own runs.
  public OrchestratorRows orchestrators() {
    return new OrchestratorRows(database);
  }

  /// What people ask about.
  public RunReads reads() {
    return new RunReads(database);
  }

  @Override
  public void close() {
    database.close();
  }
}
