package dev.pawl.server.decision;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.LeaseRepair;
import dev.pawl.server.doctor.StoreRepair;
import dev.pawl.server.orchestrator.CommitExecutor;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.retention.RunRetention.RetentionPolicy;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of quarantined runs: for every cause, a forced cancel ends the run and frees all that it
/// holds, and until then everybody is told.
@Timeout(120)
abstract class QuarantineEndContract {

  private static final RunId BAD = new RunId("bad-run");
  private static final RunId NEXT = new RunId("next-run");
  private static final Engine ENGINE = new Engine(Deadlines.DEFAULT);

  private final AtomicBoolean isBroken = new AtomicBoolean();
  private final ScriptedAgent agent = new ScriptedAgent("a1", new ArrayList<>());

  /// Brings its row to its head, as a commit does that changes the row.
  private static final String ROW_AT_HEAD =
      """
      UPDATE run SET version = (SELECT version FROM run_head WHERE id = 'bad-run'),
                     journal_seq = (SELECT journal_seq FROM run_head WHERE id = 'bad-run'),
                     journal_hash = (SELECT journal_hash FROM run_head WHERE id = 'bad-run')
      WHERE id = 'bad-run'
      """;

  private DatabaseUnderTest database;
  private SqlStore store;
  private Connection connection;
  private TableReader rows;
  private Orchestrator orchestrator;
  private Duration passed = Duration.ZERO;
  private int starts;

  /// A new database each time.
  abstract DatabaseUnderTest database();

  /// A run in a group, whose job is running on an agent with one slot; another waits for the group.
  @BeforeEach
  void aRunThatHoldsWhatAnotherWaitsFor() throws SQLException {
    database = database();
    store = database.open();
    connection = database.connect();
    rows = new TableReader(connection);
    orchestrator = orchestrator();
    hear(agent.registers(1, List.of("linux")));
    create(BAD, SamplePlans.inGroup("deploy"));
    JobDispatch job = agent.dispatch();
    hear(ack(job, 1), start(job, 2), step(job, 3, "running"));
    create(NEXT, SamplePlans.inGroup("deploy"));
    assertThat(store.run(BAD).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    assertThat(agent.dispatches()).hasSize(1);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    store.close();
  }

  /// An orchestrator whose engine fails on every command about the bad run but its end, while it is
  /// broken.
  private Orchestrator orchestrator() {
    var engine =
        new Engine(Deadlines.DEFAULT) {
          @Override
          public Decision decide(
              Run run, EngineCommand command, DecisionContext context, Instant now) {
            boolean isEnd = command instanceof CancelRun cancel && cancel.force();
            if (isBroken.get() && run.id().equals(BAD) && !isEnd) {
              throw new IllegalStateException("a bug of the engine");
            }
            return super.decide(run, command, context, now);
          }
        };
    return new Orchestrator(
        new OrchestratorIdentity("o1", Integer.toString(++starts)),
        OrchestratorLimits.DEFAULT,
        laterStore(),
        engine,
        new LeaseIds(new byte[32]),
        OrchestratorPorts.observedBy(_ -> {}),
        CommitExecutor.inCallersThread());
  }

  /// The store, at a later time.
  private Store laterStore() {
    InvocationHandler handler =
        (_, method, arguments) -> {
          try {
            Object answer = method.invoke(store, arguments);
            return answer instanceof Instant now && method.getName().equals("now")
                ? now.plus(passed)
                : answer;
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return (Store)
        Proxy.newProxyInstance(Store.class.getClassLoader(), new Class<?>[] {Store.class}, handler);
  }

  private void create(RunId id, Plan plan) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            store.nextRunNumber(DrivenRun.NO_REPOSITORY),
            "ci",
            "f",
            "push",
            Actor.person("maintainer"),
            DrivenRun.OWNER,
            store.now(),
            Origin.Source.NONE,
            Origin.Lineage.FIRST);
    assertThat(answer(orchestrator.create(Run.created(id, origin), plan)))
        .isInstanceOf(Decision.Accepted.class);
  }

  private void turn() {
    boolean hasMore = true;
    while (hasMore) {
      hasMore = orchestrator.turn();
    }
  }

  private void hear(AgentMessage... messages) {
    try {
      for (AgentMessage message : messages) {
        orchestrator.receive(message, agent);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    turn();
  }

  private Decision answer(CompletableFuture<Decision> reply) {
    turn();
    return reply.join();
  }

  private Decision cancel(boolean force) {
    return answer(orchestrator.submit(BAD, OrchestratorNode.cancel(force)));
  }

  private List<Finding> findings() {
    return new Doctor(store, ENGINE).check(true).findings();
  }

  private void isQuarantined(String why) {
    assertThat(cancel(false))
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            refused -> assertThat(refused.refusal().message()).contains("is quarantined", why));
    assertThat(store.quarantines().of(BAD))
        .hasValueSatisfying(one -> {
          assertThat(one.reason()).contains(why);
          assertThat(one.orchestrator()).isEqualTo("o1");
        });
    assertThat(store.queries().find(BAD.value()).orElseThrow().quarantined()).contains(why);
    assertThat(findings())
        .anySatisfy(finding -> {
          assertThat(finding.code()).isEqualTo(Finding.Code.QUARANTINED);
          assertThat(finding.key()).isEqualTo(BAD.value());
          assertThat(finding.description()).contains(why);
        });
  }

  private void forcedCancelFreesEverything() {
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    hasEndedAsQuarantined();
    leavesItsGroupInTime();
    assertThat(cancel(true))
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            no -> assertThat(no.refusal().code()).isEqualTo(Refusal.Code.ALREADY_ENDED));
  }

  /// Its processes may run until its agent has fenced itself; only then may the next run start.
  private void leavesItsGroupInTime() {
    assertThat(rows.query("SELECT state FROM member WHERE run_id = 'bad-run'"))
        .containsExactly("placed");
    assertThat(findings()).noneMatch(one -> one.code() == Finding.Code.LEFTOVER_MEMBER);
    passed = Deadlines.DEFAULT.leaseTtl().dividedBy(2);
    turn();
    assertThat(agent.dispatches()).hasSize(1);
    nextIsDispatchedWhenTheAgentHasStopped();
    nothingIsLeft();
    assertThat(findings()).allMatch(one -> one.code() == Finding.Code.JOURNAL_CORRUPT);
  }

  private void nextIsDispatchedWhenTheAgentHasStopped() {
    passed = Deadlines.DEFAULT.leaseTtl().plus(Deadlines.DEFAULT.leaseMargin());
    ConditionAwaiter.is(
        "the next run is dispatched",
        () -> {
          turn();
          return agent.dispatch().runId().equals(NEXT.value());
        });
  }

  private void hasEndedAsQuarantined() {
    Run ended = store.run(BAD).orElseThrow();
    assertThat(ended.state()).isEqualTo(RunState.CANCELLED);
    assertThat(ended.reason().message()).contains("maintainer", "it was quarantined");
    assertThat(ended.job(0).attempt().state()).isEqualTo(AttemptState.CANCELLED);
    assertThat(rows.query("SELECT * FROM attempt WHERE run_id = 'bad-run' AND is_queued = 1"))
        .isEmpty();
    assertThat(rows.query("SELECT state FROM lease WHERE run_id = 'bad-run'"))
        .containsExactly("revoked");
    assertThat(rows.query("SELECT state FROM step WHERE run_id = 'bad-run'"))
        .containsExactly("cancelled");
    assertThat(rows.query("SELECT state FROM attempt WHERE run_id = 'bad-run'"))
        .containsExactly("cancelled");
    assertThat(agent.received()).anyMatch(JobCancel.class::isInstance);
    assertThat(store.quarantined(10)).isEmpty();
    assertThat(store.queries().find(BAD.value()).orElseThrow().quarantined()).isEmpty();
  }

  private void nothingIsLeft() {
    assertThat(rows.query("SELECT due_at FROM run WHERE id = 'bad-run'")).containsExactly("null");
    assertThat(rows.query("SELECT * FROM attempt WHERE run_id = 'bad-run' AND is_queued = 1"))
        .isEmpty();
    assertThat(rows.query("SELECT * FROM member WHERE run_id = 'bad-run'")).isEmpty();
    Run ended = store.run(BAD).orElseThrow();
    assertThat(ended.state()).isEqualTo(RunState.CANCELLED);
    assertThat(ended.reason().message()).contains("maintainer");
    assertThat(rows.query("SELECT message FROM run WHERE id = 'bad-run'"))
        .containsExactly(ended.reason().message());
  }

  private void breakEngine() {
    isBroken.set(true);
    hear(ScriptedAgent.heartbeat(agent.dispatch()));
  }

  private void reject(String table, String condition) throws SQLException {
    for (String statement : database.rejection(table, condition)) {
      rows.execute(statement);
    }
  }

  private void accept(String table) throws SQLException {
    for (String statement : database.rejectionDropped(table)) {
      rows.execute(statement);
    }
  }

  private void tamper(String... statements) throws SQLException {
    for (String unlock : database.journalUnlockStatements()) {
      rows.execute(unlock);
    }
    for (String statement : statements) {
      rows.execute(statement);
    }
    orchestrator = orchestrator(); // one that has not loaded it
    hear(agent.registers(1, List.of("linux"), agent.dispatch()));
  }

  @Test
  void anExceptionOfTheEngine() {
    breakEngine();
    assertThat(agent.received())
        .as("its job ends with its lease")
        .noneMatch(LeaseStale.class::isInstance);
    isQuarantined("a bug of the engine");
    forcedCancelFreesEverything();
  }

  @Test
  void aRejectedRow() throws SQLException {
    reject("step", "NEW.run_id = 'bad-run'");
    hear(step(agent.dispatch(), 4, "success"));
    isQuarantined("the store rejects the commit");
    accept("step");
    forcedCancelFreesEverything();
  }

  /// The end by the journal is rejected as well; the one by the rows is not.
  @Test
  void aRejectedEnd() throws SQLException {
    reject("journal", "NEW.aggregate_id = 'bad-run' AND NEW.transitions NOT LIKE '%RESTORED%'");
    hear(step(agent.dispatch(), 4, "success"));
    isQuarantined("the store rejects the commit");
    forcedCancelFreesEverything();
    assertThat(rows.query("SELECT count(*) FROM transition WHERE event = 'RESTORED'"))
        .as("of its end, and of leaving its group")
        .containsExactly("2");
  }

  /// The ends by the journal and by the rows are both rejected.
  @ParameterizedTest
  @ValueSource(strings = {"step", "attempt"})
  void aRejectedEndOfItsJobs(String table) throws SQLException {
    reject(table, "NEW.run_id = 'bad-run' AND NEW.state <> 'running'");
    hear(step(agent.dispatch(), 4, "success"));
    isQuarantined("the store rejects the commit");
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    hasReleasedEverything();
    assertThat(rows.query("SELECT state FROM " + table + " WHERE run_id = 'bad-run'"))
        .containsExactly("running");
    leavesItsGroupInTime();
    assertThat(findings()).isEmpty();
    assertThat(cancel(true))
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            no -> assertThat(no.refusal().code()).isEqualTo(Refusal.Code.ALREADY_ENDED));
  }

  private void hasReleasedEverything() {
    Run ended = store.run(BAD).orElseThrow();
    assertThat(ended.state()).isEqualTo(RunState.CANCELLED);
    assertThat(ended.reason().message()).contains("maintainer", "it was quarantined");
    assertThat(rows.query("SELECT state FROM lease WHERE run_id = 'bad-run'"))
        .containsExactly("revoked");
    assertThat(rows.query("SELECT * FROM attempt WHERE run_id = 'bad-run' AND is_queued = 1"))
        .isEmpty();
    assertThat(store.agent("a1").leases()).noneMatch(lease -> lease.run().equals(BAD));
    assertThat(agent.received()).anyMatch(JobCancel.class::isInstance);
    assertThat(store.quarantined(10)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE attempt SET state = 'pending' WHERE run_id = 'bad-run'",
        "UPDATE attempt SET is_current = 0 WHERE run_id = 'bad-run'",
        "UPDATE attempt SET runs_on = 'not json' WHERE run_id = 'bad-run'"
      })
  void aLeaseThatTheOtherRowsDoNotExplain(String tampering) throws SQLException {
    isEndedAfter(tampering);
  }

  final void isEndedAfter(String tampering) throws SQLException {
    tamper(
        "UPDATE journal SET transitions = 'not json' WHERE aggregate_id = 'bad-run' AND seq = 1",
        tampering);
    isQuarantined("corrupt");
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    hasReleasedEverything();
    leavesItsGroupInTime();
  }

  @Test
  void aLeaseOfARunThatHasEnded() throws SQLException {
    isEndedAfter("UPDATE attempt SET state = 'pending' WHERE run_id = 'bad-run'");
    String leak =
        "UPDATE attempt SET lease_state = 'active', is_leased = 1 WHERE run_id = 'bad-run'";
    rows.execute(leak);
    Finding found =
        findings().stream()
            .filter(one -> one.code() == Finding.Code.LEFTOVER_LEASE)
            .findFirst()
            .orElseThrow();
    assertThat(found.description()).contains("agent 'a1'", "lease 1");
    assertThat(repair().repair(found).isRepaired()).isTrue();
    hasNoLeaseAndNoFinding();
    rows.execute(leak);
    new LeaseRepair(store, ENGINE, new IdGenerator(InstantSource.system())::next).repair();
    hasNoLeaseAndNoFinding();
  }

  private void hasNoLeaseAndNoFinding() {
    assertThat(store.agent("a1").leases()).noneMatch(lease -> lease.run().equals(BAD));
    assertThat(findings()).noneMatch(one -> one.code() == Finding.Code.LEFTOVER_LEASE);
  }

  private StoreRepair repair() {
    return new StoreRepair(
        store,
        ENGINE,
        Actor.person("ops"),
        new IdGenerator(InstantSource.system())::next,
        new StoreRepair.RepairOptions(Instant.EPOCH, _ -> false, List.of()));
  }

  @Test
  void anEndThatTheStoreNeverAccepts() throws SQLException {
    reject("journal", "NEW.aggregate_id = 'bad-run'");
    for (int times = 0; times < 2; times++) {
      assertThat(cancel(true))
          .isInstanceOfSatisfying(
              Decision.Refused.class,
              refused ->
                  assertThat(refused.refusal().message())
                      .contains("cannot be ended", "poison", "restore a backup")
                      .doesNotContain("End it by a forced cancel"));
    }
    accept("journal");
    forcedCancelFreesEverything();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE journal SET at = '2026-01-01T00:00:09.000Z' WHERE %1$s AND seq = (SELECT min(seq) FROM journal WHERE %1$s AND seq > 1)",
        "UPDATE journal SET transitions = 'nonsense' WHERE %s AND seq = 1",
        "UPDATE journal SET hash = 'forged' WHERE %1$s AND seq = (SELECT min(seq) FROM journal WHERE %1$s AND seq > 1)",
        "DELETE FROM journal WHERE %1$s AND seq = (SELECT min(seq) FROM journal WHERE %1$s AND seq > 1)",
        "DELETE FROM journal WHERE %1$s AND seq > 2",
        "DELETE FROM journal WHERE %s"
      })
  void aCorruptJournal(String tampering) throws SQLException {
    tamper(ROW_AT_HEAD, tampering.formatted("aggregate_id = 'bad-run'"));
    isQuarantined("corrupt");
    assertThat(store.shown(BAD).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    forcedCancelFreesEverything();
    assertThat(store.queries().firstBrokenEntry(BAD)).as("the chain tells").isPresent();
    assertThat(store.queries().journalProblem(BAD)).isEmpty();
    Instant longAfter = store.now().plus(Duration.ofDays(8));
    for (boolean isAll : new boolean[] {true, false}) {
      assertThat(new Doctor(store, ENGINE).check(isAll, longAfter).findings())
          .filteredOn(one -> one.key().equals(BAD.value()))
          .singleElement()
          .satisfies(one -> {
            assertThat(one.code()).isEqualTo(Finding.Code.JOURNAL_CORRUPT);
            assertThat(one.description()).contains("ended by its rows");
          });
    }
    var ids = new IdGenerator(InstantSource.system());
    var all = new RerunCreation.Selection(new Reruns.Selection.All(), List.of());
    assertThat(
            new RerunCreation(store, ENGINE, ids)
                .create(store.run(BAD).orElseThrow(), all, Actor.person("ops")))
        .isInstanceOf(Decision.Refused.class);
    rows.execute("DELETE FROM effect");
    Instant later = store.now().plus(Duration.ofDays(9));
    assertThat(store.retention().prune(RetentionPolicy.days(1), later, _ -> {})).isEqualTo(1);
    assertThat(store.run(BAD)).isEmpty();
  }

  /// Its row is behind these entries.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE journal SET hash = 'forged' WHERE %s AND seq = (SELECT max(seq) FROM journal WHERE %1$s)",
        "UPDATE journal SET transitions = 'nonsense' WHERE %s AND seq = (SELECT max(seq) FROM journal WHERE %1$s)",
        "UPDATE journal SET version = version + 7 WHERE %s AND seq = (SELECT max(seq) FROM journal WHERE %1$s)"
      })
  void anEntryBehindItsRowThatIsCorrupt(String tampering) throws SQLException {
    tamper(tampering.formatted("aggregate_id = 'bad-run'"));
    isQuarantined("corrupt");
    forcedCancelFreesEverything();
  }

  /// Nothing shows which of the two is right. Every commit about the run would be a conflict.
  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1, 1_000, Long.MAX_VALUE})
  void aVersionThatIsNotTheOneOfItsJournal(long version) throws SQLException {
    rows.execute(ROW_AT_HEAD);
    isEndedInVersion(Long.toString(version));
  }

  /// The rest of the head is behind.
  @ParameterizedTest
  @ValueSource(longs = {1_000, Long.MAX_VALUE})
  void aVersionThatIsAheadOfItsJournal(long version) throws SQLException {
    isEndedInVersion(Long.toString(version));
  }

  /// The same while an orchestrator has the run in memory.
  @ParameterizedTest
  @ValueSource(longs = {1_000, Long.MAX_VALUE})
  void aVersionThatChangesInService(long version) throws SQLException {
    rows.execute("UPDATE run SET version = %d WHERE id = 'bad-run'".formatted(version));
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    hasEndedAsQuarantined();
    leavesItsGroupInTime();
  }

  final void isEndedInVersion(String version) throws SQLException {
    tamper("UPDATE run SET version = %s WHERE id = 'bad-run'".formatted(version));
    isRegisteredAgain();
    isQuarantined("corrupt");
    forcedCancelFreesEverything();
  }

  private void isRegisteredAgain() {
    assertThat(agent.received()).filteredOn(RegisterAck.class::isInstance).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 1_001})
  void theDoctorMendsAVersionAndReleasesTheRun(long version) throws SQLException {
    tamper("UPDATE run SET version = %d WHERE id = 'bad-run'".formatted(version));
    isQuarantined("corrupt");
    assertThat(findings())
        .extracting(Finding::code)
        .contains(Finding.Code.QUARANTINED, Finding.Code.ROWS_DIFFER);
    assertThat(findings()).allMatch(one -> repair().repair(one).isRepaired());
    assertThat(findings()).isEmpty();
    ConditionAwaiter.is("it is decided again", () -> cancel(false) instanceof Decision.Accepted);
  }

  /// An agent is no run, and cannot be quarantined: it goes on from the version of its row.
  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void aVersionOfAnAgent(long version) throws SQLException {
    agentWorksInVersion(Long.toString(version));
  }

  final void agentWorksInVersion(String version) throws SQLException {
    tamper("UPDATE agent SET version = " + version);
    isRegisteredAgain();
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    leavesItsGroupInTime();
    assertThat(store.quarantined(10)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void aVersionOfAGroup(long version) throws SQLException {
    tamper("UPDATE concurrency_group SET version = " + version);
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    nextIsDispatchedWhenTheAgentHasStopped();
    assertThat(store.quarantined(10)).isEmpty();
  }

  final void isEndedUnread(String... tampering) throws SQLException {
    tamper(tampering);
    isRegisteredAgain();
    create(new RunId("other-run"), SamplePlans.sideBySide(1));
    isQuarantined("corrupt");
    assertThat(store.shown(BAD)).isPresent();
    assertThat(store.queries().latest(10)).hasSize(3);
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    hasReleasedEverything();
    turn();
    assertThat(agent.dispatch().runId()).as("others go on").isEqualTo("other-run");
  }

  /// What needs the damaged row fails alone.
  final void othersGoOnAfter(String... tampering) throws SQLException {
    tamper(tampering);
    var other = new ScriptedAgent("a2", new ArrayList<>());
    for (ScriptedAgent one : List.of(agent, other)) {
      try {
        orchestrator.receive(one.registers(1, List.of("linux")), one);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    turn();
    create(new RunId("other-run"), SamplePlans.sideBySide(1));
    assertThat(other.dispatch().runId()).isEqualTo("other-run");
    for (String statement : tampering) {
      rows.execute(statement); // what is in service now as well
    }
    passed = Duration.ofSeconds(5);
    turn();
    create(new RunId("last-run"), SamplePlans.sideBySide(1));
  }

  @Test
  void aRunWhoseRowIsDeleted() throws SQLException {
    for (String one : database.withoutReferences("DELETE FROM run WHERE id = 'bad-run'")) {
      rows.execute(one);
    }
    turn();
    List<Finding> found = new Doctor(store, ENGINE).check(false).findings();
    assertThat(found).extracting(Finding::code).containsOnly(Finding.Code.ORPHAN_ROW);
    assertThat(found)
        .extracting(Finding::description)
        .anyMatch(it -> it.contains("'attempt'"))
        .anyMatch(it -> it.contains("'member'"));
    assertThat(found).allMatch(one -> repair().repair(one).isRepaired());
    assertThat(new Doctor(store, ENGINE).check(false).findings()).isEmpty();
    ConditionAwaiter.is(
        "the next run is dispatched",
        () -> {
          turn();
          return agent.dispatch().runId().equals(NEXT.value());
        });
    assertThat(store.agent("a1").leases()).allMatch(lease -> lease.run().equals(NEXT));
    assertThat(
            rows.query("SELECT actor FROM transition WHERE event = 'LEFT' AND aggregate = 'group'"))
        .containsExactly("person:ops");
  }

  @Test
  void aRestartAndOthersLeaveItAlone() {
    breakEngine();
    isBroken.set(false);
    orchestrator = orchestrator();
    long version = store.version(BAD);
    hear(agent.registers(1, List.of("linux"), agent.dispatch()));
    hear(ScriptedAgent.heartbeat(agent.dispatch()));
    assertThat(store.version(BAD)).isEqualTo(version);
    assertThat(store.dueRuns(store.now().plus(Duration.ofDays(1)), DueRun.FIRST, 9))
        .noneMatch(due -> due.run().equals(BAD));
    isQuarantined("a bug of the engine");
    forcedCancelFreesEverything();
  }

  @Test
  void anOperatorReleasesIt() {
    breakEngine();
    isBroken.set(false);
    Finding finding = findings().getFirst();
    assertThat(repair().repair(finding).isRepaired()).isTrue();
    ConditionAwaiter.is("it is decided again", () -> cancel(false) instanceof Decision.Accepted);
  }

  @Test
  void aCommandWithoutOrchestratorEndsItToo() throws SQLException {
    tamper("DELETE FROM journal WHERE aggregate_id = 'bad-run' AND seq = 1");
    store.quarantine(new QuarantinedRun(BAD, "corrupt", store.now(), "o1"));
    var ids = new IdGenerator(InstantSource.system());
    var cancel =
        new CancelRun(Actor.person("maintainer"), true, "ended by maintainer; it was quarantined");
    assertThat(new DirectCommand(store, ENGINE, ids::next).end(BAD, cancel))
        .isInstanceOf(Decision.Accepted.class);
    ConditionAwaiter.is(
        "the agent is told",
        () -> {
          turn();
          return agent.received().stream().anyMatch(JobCancel.class::isInstance);
        });
    hasEndedAsQuarantined();
    leavesItsGroupInTime();
  }

  @Test
  void aJournalThatIsCorruptedAfterTheEnd() throws SQLException {
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    tamper("DELETE FROM journal WHERE aggregate_id = 'bad-run' AND seq = 1");
    leavesItsGroupInTime();
    assertThat(store.queries().firstBrokenEntry(BAD)).as("the chain tells").isPresent();
  }

  /// Its row in quarantine is what the plain doctor finds it by, and no poll reads it.
  @Test
  void aRunThatIsQuarantinedAfterTheEndOfAnother() throws SQLException {
    breakEngine();
    forcedCancelFreesEverything();
    store.quarantine(new QuarantinedRun(NEXT, "another bug", store.now(), "o1"));
    assertThat(store.quarantined(10)).singleElement().returns(NEXT, QuarantinedRun::run);
    assertThat(rows.query("SELECT run_id FROM quarantine WHERE NOT ended"))
        .as("what every poll reads")
        .containsExactly("next-run");
    tamper("DELETE FROM journal WHERE aggregate_id = 'bad-run' AND seq = 1");
    Instant longAfter = store.now().plus(Duration.ofDays(8));
    assertThat(new Doctor(store, ENGINE).check(false, longAfter).findings())
        .anySatisfy(one -> {
          assertThat(one.code()).isEqualTo(Finding.Code.JOURNAL_CORRUPT);
          assertThat(one.key()).isEqualTo(BAD.value());
        });
  }

  @Test
  void aReasonThatIsTooLongHasNoHalfOfACharacter() {
    String reason = "x".repeat(1_999) + "\uD83D\uDE00 and more";
    store.quarantine(new QuarantinedRun(BAD, reason, store.now(), "o1"));
    String stored = store.quarantines().of(BAD).orElseThrow().reason();
    assertThat(stored.substring(1_999)).isEqualTo("\uFFFD");
  }

  @Test
  void anEngineThatFailsAfterTheEnd() {
    assertThat(cancel(true)).isInstanceOf(Decision.Accepted.class);
    isBroken.set(true);
    leavesItsGroupInTime();
  }
}
