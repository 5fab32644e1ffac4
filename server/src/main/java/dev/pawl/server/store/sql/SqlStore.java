package dev.pawl.server.store.sql;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.auth.InstanceClaims;
import dev.pawl.server.auth.OrgRows;
import dev.pawl.server.auth.Sessions;
import dev.pawl.server.auth.TokenRows;
import dev.pawl.server.keys.KeyRows;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.RestoredRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.TriggerKey;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
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
import dev.pawl.server.store.rows.IdempotencyRows;
import dev.pawl.server.store.rows.LeaseRows;
import dev.pawl.server.store.rows.LocalOptionRows;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.rows.QuarantineRows;
import dev.pawl.server.store.rows.ReadyRows;
import dev.pawl.server.store.rows.RequestRows;
import dev.pawl.server.store.rows.RestoredRunRows;
import dev.pawl.server.store.rows.RunRows;
import dev.pawl.server.store.rows.WorkPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A store in a SQL database: tables of the current state and an append-only journal, written in
/// one transaction that checks the versions of everything it was decided by.
public abstract class SqlStore implements Store {

  private final Database database;
  private final String owner;
  private final JournalHeadCache heads = new JournalHeadCache();

  /// @param owner the orchestrator whose runs are served; empty for all runs
  protected SqlStore(Database database, String owner) {
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
    return CommitTransaction.prepare(database, heads, commit, () -> partition().count() > 1);
  }

  /// The part of the work that this orchestrator looks for.
  protected WorkPartition partition() {
    return WorkPartition.whole(owner);
  }

  /// Runs a transaction that is no decision and may be repeated, so that it does not matter if its
  /// outcome is unknown.
  protected final <T> T transactRepeatable(Database.Work<T> work) {
    try {
      return database.transact(work);
    } catch (DeadlockDetected | CommitOutcomeUnknown e) {
      throw new StoreUnavailable("cannot write to the store: " + e.getMessage(), e);
    }
  }

  @Override
  public final boolean wasCommitted(Commit commit) {
    return commit.changes().stream()
        .flatMap(change -> change.revisions().stream())
        .filter(revision -> !revision.transitions().isEmpty())
        .findFirst()
        .map(revision -> AggregateKey.of(revision.after()))
        .map(key -> database.read(sql -> new JournalRows(sql).hasCommit(key, commit.id())))
        .orElse(false);
  }

  @Override
  public final Optional<Run> run(RunId id) {
    return database.read(sql -> new RunLoader(sql).load(id)).map(this::cacheHead);
  }

  @Override
  public final Optional<Run> refresh(Run known) {
    var key = AggregateKey.of(known);
    Optional<JournalHead> head = heads.find(key, known.version());
    return head.isEmpty()
        ? run(known.id())
        : database
            .read(sql -> new RunLoader(sql).loadSince(known, head.get()))
            .map(this::cacheHead);
  }

  @Override
  public final Optional<RestoredRun> restored(RunId id) {
    forgetHead(id);
    return database.snapshot(sql -> new RestoredRunRows(sql, id).load());
  }

  @Override
  public final Optional<RestoredRun> holdings(RunId id) {
    forgetHead(id);
    return database.snapshot(sql -> new RestoredRunRows(sql, id).loadHoldings());
  }

  /// Its end must follow the journal as it is stored, which may have been changed by hand.
  private void forgetHead(RunId id) {
    heads.remove(new AggregateKey(Aggregate.Kind.RUN, id.value()));
  }

  /// The run for people to look at: if its journal is corrupt, as its rows have it.
  public final Optional<Run> shown(RunId id) {
    try {
      return run(id);
    } catch (CorruptJournal _) {
      return shownByRows(id).map(RestoredRun::run);
    }
  }

  private Optional<RestoredRun> shownByRows(RunId id) {
    try {
      return restored(id);
    } catch (UnreadableRow _) {
      return holdings(id);
    }
  }

  @Override
  public final void quarantine(QuarantinedRun run) {
    try {
      quarantines().add(run);
    } catch (DeadlockDetected | CommitOutcomeUnknown e) {
      throw new StoreUnavailable("cannot write to the store: " + e.getMessage(), e);
    }
  }

  @Override
  public final List<QuarantinedRun> quarantined(int limit) {
    return quarantines().latest(limit);
  }

  /// The runs that are quarantined.
  public QuarantineRows quarantines() {
    return new QuarantineRows(database);
  }

  private Run cacheHead(RunLoader.Loaded loaded) {
    heads.putAll(Map.of(AggregateKey.of(loaded.run()), loaded.head()));
    return loaded.run();
  }

  @Override
  public final long version(RunId id) {
    var run = new AggregateKey(Aggregate.Kind.RUN, id.value());
    return database.read(sql -> JournalHead.of(sql, run).orElse(JournalHead.NEW).version());
  }

  @Override
  public final Optional<RunId> runOfTrigger(TriggerKey key) {
    return database.read(sql -> new RunRows(sql).ofTrigger(key));
  }

  @Override
  public final boolean hasSucceeded(RunId run, String job) {
    return database.read(sql -> new RunRows(sql).hasSucceeded(run, job));
  }

  @Override
  public final List<DueRun> dueRuns(Instant now, DueRun after, int limit) {
    return database.read(sql -> new RunRows(sql).due(now, after, limit, partition()));
  }

  @Override
  public final List<QueuedAttempt> queuedAttempts(QueuePosition after, int limit) {
    return database.read(sql -> new ReadyRows(sql).after(after, limit, partition(), now()));
  }

  @Override
  public final List<StoredEffect> pendingEffects(long after, int limit) {
    return database.read(sql -> new EffectRows(sql).after(after, limit, owner));
  }

  @Override
  public final long lastSeq(RunId run, LeaseRef lease) {
    return database.read(sql -> new LeaseRows(sql).lastSeq(run.value(), lease));
  }

  @Override
  public final void discardUndeliverable(RunId run) {
    transactRepeatable(sql -> new EffectRows(sql).deleteUndeliverable(run));
  }

  @Override
  public final boolean isOnlyDeliverer() {
    return !owner.isEmpty();
  }

  @Override
  public final long nextRunNumber(RepositoryKey repository) {
    return transactRepeatable(sql ->
        sql.statement(
                """
                INSERT INTO run_number (org, repository, last) VALUES (:org, :repository, 1)
                ON CONFLICT (org, repository) DO UPDATE SET last = run_number.last + 1
                RETURNING last
                """)
            .with("org", repository.org())
            .with("repository", repository.repository())
            .first(row -> row.getLong(1))
            .orElseThrow());
  }

  @Override
  public final Group group(String key) {
    return database.read(sql -> new GroupRows(sql).load(key));
  }

  @Override
  public final Breaker breaker(String key) {
    return database
        .read(sql -> new BreakerRows(sql).load(key))
        .orElseGet(() -> Breaker.of(key, ToolProfile.DEFAULT));
  }

  @Override
  public final Agent agent(String id) {
    return database
        .read(sql -> new AgentRows(sql, new LeaseRows(sql)).load(id))
        .orElseGet(() -> Agent.unknown(id));
  }

  @Override
  public final List<List<String>> agentLabels(String org) {
    return database.read(sql -> new AgentRows(sql, new LeaseRows(sql)).labels(org));
  }

  /// The agents that are not revoked, for explanations; at most so many.
  public final List<Agent> agents(int most) {
    return database.read(sql -> new AgentRows(sql, new LeaseRows(sql)).usable(most));
  }

  @Override
  public final List<GroupPlace> groupPlaces(RunId run) {
    return database.read(sql -> new GroupRows(sql).places(run));
  }

  /// The processes that own runs, or did.
  public OrchestratorRows orchestrators() {
    return new OrchestratorRows(database);
  }

  /// What processes ask of the owner of a run.
  public RequestRows requests() {
    return new RequestRows(database);
  }

  /// The options of local runs.
  public LocalOptionRows localOptions() {
    return new LocalOptionRows(database);
  }

  /// The keys that servers use for this store.
  public KeyRows keys() {
    return new KeyRows(database);
  }

  /// The tokens of agents and administrators.
  public TokenRows tokens() {
    return new TokenRows(database);
  }

  /// The keys of requests that may be repeated.
  public IdempotencyRows idempotencyKeys() {
    return new IdempotencyRows(database);
  }

  /// The orgs.
  public OrgRows orgs() {
    return new OrgRows(database);
  }

  /// The sessions of browsers.
  public Sessions sessions() {
    return new Sessions(database, tokens(), this::now);
  }

  /// The machines that agents' tokens are used on.
  ///
  /// @param heartbeat the interval of heartbeats
  public InstanceClaims claims(Duration heartbeat) {
    return new InstanceClaims(database, this::now, heartbeat);
  }

  /// Compares rows with journals. No commit waits for its queries.
  ///
  /// @param engine has the deadlines that the orchestrators of this store use
  public Audit audit(Engine engine) {
    return new Audit(database.forReaders(), engine, heads::remove);
  }

  /// Prunes ended runs. No commit waits for its queries.
  public RunRetention retention() {
    return new RunRetention(database.forReaders());
  }

  /// Prunes ended runs while the store is in use: a few in one transaction, and slowly, so that
  /// commits are not delayed.
  ///
  /// @param isLate whether to stop
  public RunRetention retentionBesideCommits(BooleanSupplier isLate) {
    return new RunRetention(database.forReaders(), RunRetention.Pace.besideCommits(isLate));
  }

  /// Prunes agents that left.
  public AgentRetention agentRetention() {
    return new AgentRetention(database.forReaders());
  }

  /// Prunes journals of groups and breakers.
  public JournalRetention journalRetention() {
    return new JournalRetention(database.forReaders());
  }

  /// Empties the cache of heads. An agent that another process pruned may come back and start again
  /// at versions that it had before.
  protected final void clearHeadCache() {
    heads.clear();
  }

  /// Queries about runs.
  public RunQueries queries() {
    return new RunQueries(database, Origin.DEFAULT_ORG);
  }

  /// Queries about the runs of an org, which no commit waits for.
  public RunQueries queries(String org) {
    return new RunQueries(database.forReaders(), org);
  }

  /// Queries about the agents, the queue, the groups and the tools of an org.
  public OperationQueries operations(String org) {
    return new OperationQueries(database.forReaders(), org);
  }

  /// Queries about the load of all servers of the store.
  public LoadQueries load() {
    return new LoadQueries(database.forReaders());
  }

  /// What has changed, in the order of the commits.
  public ChangeQueries changes() {
    return new ChangeQueries(database.forReaders());
  }

  /// The quarantined runs, for those who only look.
  public QuarantineRows quarantineView() {
    return new QuarantineRows(database.forReaders());
  }

  @Override
  public void close() {
    database.close();
  }
}
