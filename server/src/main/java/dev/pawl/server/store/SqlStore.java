package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Conflict;
import dev.pawl.server.runtime.Due;
import dev.pawl.server.runtime.OutcomeUnknown;
import dev.pawl.server.runtime.Ready;
import dev.pawl.server.runtime.Store;
import dev.pawl.server.runtime.StoreFailure;
import dev.pawl.server.runtime.StoredEffect;
import dev.pawl.server.runtime.Unstorable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the stores have in common: current-state tables and an append-only journal, written in one
/// transaction, and guarded by versions against whoever else writes.
public abstract sealed class SqlStore implements Store permits SqliteStore, PostgresStore {

  private final Database database;
  private final String owner;
  private final Heads heads = new Heads();

  /// @param owner whose runs are served; empty for everybody's
  SqlStore(Database database, String owner) {
    this.database = database;
    this.owner = owner;
  }

  final Database database() {
    return database;
  }

  @Override
  public final void commit(Commit commit) {
    prepare(commit).commit();
  }

  @Override
  public final Prepared prepare(Commit commit) {
    var expected = new Expectations(commit);
    try {
      var writer = new CommitWriter(commit, expected);
      return () -> commit(commit, expected, writer);
    } catch (RuntimeException | StackOverflowError e) {
      Moved impossible = impossible(e);
      return () -> {
        throw conflict(expected, impossible);
      };
    }
  }

  private void commit(Commit commit, Expectations expected, CommitWriter writer) {
    try {
      heads.putAll(database.transact(sql -> write(sql, commit, expected, writer)));
    } catch (Moved moved) {
      throw conflict(expected, moved);
    }
  }

  private static Moved impossible(Throwable e) {
    return new Moved("no rows can be made of it: " + e, e);
  }

  /// Gives where everything that was written stands.
  private Map<JournalEntry.Of, Head> write(
      Sql sql, Commit commit, Expectations expected, CommitWriter writer) throws SQLException {
    try {
      return written(sql, commit, expected, writer);
    } catch (Moved moved) {
      throw moved;
    } catch (RuntimeException | StackOverflowError e) {
      throw impossible(e);
    }
  }

  private Map<JournalEntry.Of, Head> written(
      Sql sql, Commit commit, Expectations expected, CommitWriter writer) throws SQLException {
    if (expected.isContradictory()) {
      throw new Moved("the commit contradicts itself", null);
    }
    List<JournalEntry.Of> read = expected.read();
    if (!expected.areMet(Head.locked(sql, read), read)) {
      throw new Moved("what was read has moved on", null);
    }
    write(sql, writer.writes(heads.known(sql, expected)), commit);
    // The runs are locked now: nobody renews a lease of theirs any more.
    if (!expected.heard(sql).isEmpty()) {
      throw new Moved("a lease was heard of", null);
    }
    return writer.heads();
  }

  abstract void write(Sql sql, Writes writes, Commit commit) throws SQLException;

  /// What of it all is looked after here.
  Share share() {
    return Share.of(owner);
  }

  /// What has moved on; everything, if two commits stood in each other's way. If nothing has, it is
  /// the commit that is wrong.
  private RuntimeException conflict(Expectations expected, Moved moved) {
    if (moved instanceof InTheWay) {
      return new Conflict(expected.all());
    }
    List<Conflict.On> unmet = database.read(expected::unmet);
    return unmet.isEmpty()
        ? new Unstorable("the store refuses it: " + moved.getMessage(), moved)
        : new Conflict(unmet);
  }

  /// Changes something that is no decision. Whether it has happened, where that cannot be told,
  /// does not matter: it is done again.
  final <T> T change(Database.Work<T> work) {
    try {
      return database.transact(work);
    } catch (Moved | OutcomeUnknown e) {
      throw new StoreFailure("cannot write to the store: " + e.getMessage(), e);
    }
  }

  @Override
  public final boolean wasCommitted(Commit commit) {
    return commit.changes().stream()
        .flatMap(change -> change.revisions().stream())
        .filter(revision -> !revision.transitions().isEmpty())
        .findFirst()
        .map(revision -> JournalEntry.Of.of(revision.after()))
        .map(of -> database.read(sql -> new JournalRows(sql).has(of, commit.id())))
        .orElse(false);
  }

  @Override
  public final Optional<Run> run(RunId id) {
    return database.read(sql -> new RunLoader(sql).load(id)).map(this::remembered);
  }

  @Override
  public final Optional<Run> newer(Run known) {
    var of = JournalEntry.Of.of(known);
    Optional<Head> head = heads.at(of, known.version());
    return head.isEmpty()
        ? run(known.id())
        : database.read(sql -> new RunLoader(sql).goneOn(known, head.get())).map(this::remembered);
  }

  private Run remembered(RunLoader.Loaded loaded) {
    heads.putAll(Map.of(JournalEntry.Of.of(loaded.run()), loaded.head()));
    return loaded.run();
  }

  @Override
  public final long version(RunId id) {
    var run = JournalEntry.Of.of(Aggregate.Kind.RUN, id.value());
    return database.read(sql -> Head.of(sql, run).orElse(Head.NEW).version());
  }

  @Override
  public final Optional<RunId> runOfTrigger(String key) {
    return database.read(sql -> new RunRows(sql).ofTrigger(key));
  }

  @Override
  public final boolean hasSucceeded(RunId run, String job) {
    return database.read(sql -> new RunRows(sql).hasSucceeded(run, job));
  }

  @Override
  public final List<Due> due(Instant now, Due after, int most) {
    return database.read(sql -> new RunRows(sql).due(now, after, most, share()));
  }

  @Override
  public final List<Ready> ready(Age after, int most) {
    return database.read(sql -> new ReadyRows(sql).after(after, most, share(), now()));
  }

  @Override
  public final List<StoredEffect> effects(long after, int most) {
    return database.read(sql -> new EffectRows(sql).after(after, most, owner));
  }

  @Override
  public final long lastSeq(RunId run, LeaseRef lease) {
    return database.read(sql -> new LeaseRows(sql).lastSeq(run.value(), lease));
  }

  @Override
  public final void forgetEffects(RunId run) {
    change(sql -> new EffectRows(sql).forget(run));
  }

  @Override
  public final long nextRunNumber() {
    return change(sql ->
        sql.of("UPDATE counter SET value = value + 1 WHERE name = 'run' RETURNING value")
            .first(row -> row.getLong(1))
            .orElseThrow());
  }

  @Override
  public final Group group(String key) {
    return database.read(sql -> new GroupRows(sql).load(key));
  }

  @Override
  public final Breaker breaker(String tool) {
    return database
        .read(sql -> new BreakerRows(sql).load(tool))
        .orElseGet(() -> Breaker.of(tool, ToolProfile.DEFAULT));
  }

  @Override
  public final Agent agent(String id) {
    return database
        .read(sql -> new AgentRows(sql, new LeaseRows(sql)).load(id))
        .orElseGet(() -> Agent.unknown(id));
  }

  @Override
  public final List<List<String>> labels() {
    return database.read(sql -> new AgentRows(sql, new LeaseRows(sql)).labels());
  }

  @Override
  public final List<Place> places(RunId run) {
    return database.read(sql -> new GroupRows(sql).places(run));
  }

  /// The processes that own runs.
  public OrchestratorRows orchestrators() {
    return new OrchestratorRows(database);
  }

  /// Who may connect.
  public TokenRows tokens() {
    return new TokenRows(database);
  }

  /// Whether rows and journals agree, by the deadlines that `engine` decides by.
  public Audit audit(Engine engine) {
    return new Audit(this, engine);
  }

  /// Somebody else than a commit has moved it.
  final void forgetHead(JournalEntry.Of aggregate) {
    heads.forget(aggregate);
  }

  /// What is over, and how long it is kept.
  public Retention retention() {
    return new Retention(database);
  }

  /// Agents that are gone, and how long they are kept.
  public AgentRetention agentRetention() {
    return new AgentRetention(database);
  }

  /// Journals of what is never over, and how long they are kept.
  public JournalRetention journalRetention() {
    return new JournalRetention(database);
  }

  /// What was pruned by somebody else may come back and begin anew, at versions that it has had.
  final void forgetHeads() {
    heads.forgetAll();
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
