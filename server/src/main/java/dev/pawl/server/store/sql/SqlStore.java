package dev.pawl.server.store.sql;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.server.auth.TokenRows;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.VersionConflict;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.journal.JournalEntry;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.journal.JournalRows;
import dev.pawl.server.store.journal.RunLoader;
import dev.pawl.server.store.retention.AgentRetention;
import dev.pawl.server.store.retention.JournalRetention;
import dev.pawl.server.store.retention.RunRetention;
import dev.pawl.server.store.rows.AgentRows;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.EffectRows;
import dev.pawl.server.store.rows.GroupRows;
import dev.pawl.server.store.rows.LeaseRows;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.rows.ReadyRows;
import dev.pawl.server.store.rows.RunRows;
import dev.pawl.server.store.rows.WorkPartition;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the stores have in common: current-state tables and an append-only journal, written in one
/// transaction, and guarded by versions against whoever else writes.
public abstract class SqlStore implements Store {

  private final Database database;
  private final String owner;
  private final JournalHeadCache heads = new JournalHeadCache();

  /// @param owner whose runs are served; empty for everybody's
  public SqlStore(Database database, String owner) {
    this.database = database;
    this.owner = owner;
  }

  public final Database database() {
    return database;
  }

  @Override
  public final void commit(Commit commit) {
    prepare(commit).commit();
  }

  @Override
  public final PreparedCommit prepare(Commit commit) {
    var expected = new CommitPreconditions(commit);
    try {
      var writer = new CommitWriter(commit, expected);
      return () -> commit(commit, expected, writer);
    } catch (RuntimeException | StackOverflowError e) {
      VersionConflict impossible = impossible(e);
      return () -> {
        throw conflict(expected, impossible);
      };
    }
  }

  private void commit(Commit commit, CommitPreconditions expected, CommitWriter writer) {
    try {
      heads.putAll(database.transact(sql -> write(sql, commit, expected, writer)));
    } catch (VersionConflict moved) {
      throw conflict(expected, moved);
    }
  }

  private static VersionConflict impossible(Throwable e) {
    return new VersionConflict("no rows can be made of it: " + e, e);
  }

  /// Gives where everything that was written stands.
  private Map<JournalEntry.AggregateKey, JournalHead> write(
      SqlConnection sql, Commit commit, CommitPreconditions expected, CommitWriter writer)
      throws SQLException {
    try {
      return written(sql, commit, expected, writer);
    } catch (VersionConflict moved) {
      throw moved;
    } catch (RuntimeException | StackOverflowError e) {
      throw impossible(e);
    }
  }

  private Map<JournalEntry.AggregateKey, JournalHead> written(
      SqlConnection sql, Commit commit, CommitPreconditions expected, CommitWriter writer)
      throws SQLException {
    if (expected.isContradictory()) {
      throw new VersionConflict("the commit contradicts itself", null);
    }
    List<JournalEntry.AggregateKey> read = expected.read();
    if (!expected.areMet(JournalHead.loadForShare(sql, read), read)) {
      throw new VersionConflict("what was read has moved on", null);
    }
    write(sql, writer.writes(heads.resolve(sql, expected)), commit);
    // The runs are locked now: nobody renews a lease of theirs any more.
    if (!expected.runsWithRenewedLeases(sql).isEmpty()) {
      throw new VersionConflict("a lease was heard of", null);
    }
    return writer.heads();
  }

  public abstract void write(SqlConnection sql, WriteBatch writes, Commit commit)
      throws SQLException;

  /// What of it all is looked after here.
  public WorkPartition partition() {
    return WorkPartition.whole(owner);
  }

  /// What has moved on; everything, if two commits stood in each other's way. If nothing has, it is
  /// the commit that is wrong.
  private RuntimeException conflict(CommitPreconditions expected, VersionConflict moved) {
    if (moved instanceof DeadlockDetected) {
      return new CommitConflict(expected.allAggregates());
    }
    List<CommitConflict.AggregateKey> unmet = database.read(expected::violations);
    return unmet.isEmpty()
        ? new ConstraintViolation("the store refuses it: " + moved.getMessage(), moved)
        : new CommitConflict(unmet);
  }

  /// Changes something that is no decision. Whether it has happened, where that cannot be told,
  /// does not matter: it is done again.
  public final <T> T transactRepeatable(Database.Work<T> work) {
    try {
      return database.transact(work);
    } catch (VersionConflict | CommitOutcomeUnknown e) {
      throw new StoreUnavailable("cannot write to the store: " + e.getMessage(), e);
    }
  }

  @Override
  public final boolean wasCommitted(Commit commit) {
    return commit.changes().stream()
        .flatMap(change -> change.revisions().stream())
        .filter(revision -> !revision.transitions().isEmpty())
        .findFirst()
        .map(revision -> JournalEntry.AggregateKey.of(revision.after()))
        .map(of -> database.read(sql -> new JournalRows(sql).hasCommit(of, commit.id())))
        .orElse(false);
  }

  @Override
  public final Optional<Run> run(RunId id) {
    return database.read(sql -> new RunLoader(sql).load(id)).map(this::remembered);
  }

  @Override
  public final Optional<Run> refresh(Run known) {
    var of = JournalEntry.AggregateKey.of(known);
    Optional<JournalHead> head = heads.find(of, known.version());
    return head.isEmpty()
        ? run(known.id())
        : database
            .read(sql -> new RunLoader(sql).loadSince(known, head.get()))
            .map(this::remembered);
  }

  private Run remembered(RunLoader.Loaded loaded) {
    heads.putAll(Map.of(JournalEntry.AggregateKey.of(loaded.run()), loaded.head()));
    return loaded.run();
  }

  @Override
  public final long version(RunId id) {
    var run = JournalEntry.AggregateKey.of(Aggregate.Kind.RUN, id.value());
    return database.read(sql -> JournalHead.of(sql, run).orElse(JournalHead.NEW).version());
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
  public final List<DueRun> dueRuns(Instant now, DueRun after, int most) {
    return database.read(sql -> new RunRows(sql).due(now, after, most, partition()));
  }

  @Override
  public final List<QueuedAttempt> queuedAttempts(QueuePosition after, int most) {
    return database.read(sql -> new ReadyRows(sql).after(after, most, partition(), now()));
  }

  @Override
  public final List<StoredEffect> pendingEffects(long after, int most) {
    return database.read(sql -> new EffectRows(sql).after(after, most, owner));
  }

  @Override
  public final long lastSeq(RunId run, LeaseRef lease) {
    return database.read(sql -> new LeaseRows(sql).lastSeq(run.value(), lease));
  }

  @Override
  public final void discardAgentEffects(RunId run) {
    transactRepeatable(sql -> new EffectRows(sql).deleteAgentEffects(run));
  }

  @Override
  public final long nextRunNumber() {
    return transactRepeatable(sql ->
        sql.statement("UPDATE counter SET value = value + 1 WHERE name = 'run' RETURNING value")
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
  public final List<List<String>> agentLabels() {
    return database.read(sql -> new AgentRows(sql, new LeaseRows(sql)).labels());
  }

  @Override
  public final List<GroupPlace> groupPlaces(RunId run) {
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
  public final void forgetHead(JournalEntry.AggregateKey aggregate) {
    heads.remove(aggregate);
  }

  /// What is over, and how long it is kept.
  public RunRetention retention() {
    return new RunRetention(database);
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
  public final void forgetHeads() {
    heads.clear();
  }

  /// What people ask about.
  public RunQueries queries() {
    return new RunQueries(database);
  }

  @Override
  public void close() {
    database.close();
  }
}
