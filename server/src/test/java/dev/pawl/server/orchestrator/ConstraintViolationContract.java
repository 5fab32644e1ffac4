package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.orchestrator.OrchestratorService.State;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A row that a real database rejects quarantines one run, and nothing else: the service continues
/// to serve.
@Timeout(120)
abstract class ConstraintViolationContract {

  private static final RunId BAD = new RunId("bad");
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final Map<RunId, RuntimeException> quarantined = new ConcurrentHashMap<>();
  private final CommitThread commits = new CommitThread("commits");
  private Store store;
  private Orchestrator orchestrator;
  private OrchestratorService service;

  /// An empty store that knows [DrivenRun#OWNER].
  abstract Store open();

  /// A way past the store.
  abstract Connection connect() throws SQLException;

  /// What makes the database refuse every entry in the journal of [#BAD].
  abstract List<String> triggers();

  /// A run of that id that this database refuses as it is.
  abstract CompletableFuture<Decision> asksForWhatIsRefused(Orchestrator asked, RunId id);

  @BeforeEach
  void aStore() {
    store = open();
    orchestrator = orchestrator();
    service = new OrchestratorService(orchestrator, "orchestrator");
  }

  @AfterEach
  void noStore() {
    service.close();
    commits.close();
    store.close();
  }

  private Orchestrator orchestrator() {
    return new Orchestrator(
        new OrchestratorIdentity(DrivenRun.OWNER, "1"),
        store,
        Deadlines.DEFAULT,
        new LeaseIds(new byte[32]),
        OrchestratorPorts.observedBy(
            new RunObserver() {
              @Override
              public void committed(Change change) {}

              @Override
              public void quarantined(RunId run, RuntimeException bug) {
                assertThat(quarantined.put(run, bug)).as("told twice").isNull();
              }
            }),
        commits);
  }

  private void poison() throws SQLException {
    try (Connection connection = connect()) {
      var rows = new TableReader(connection);
      for (String trigger : triggers()) {
        rows.execute(trigger);
      }
    }
  }

  static Run created(RunId id, long number, String owner) {
    return Run.created(
        id,
        new Origin(
            Origin.DEFAULT_ORG,
            number,
            "ci",
            "f",
            "push",
            Actor.person("maintainer"),
            owner,
            BEGINNING,
            Origin.Source.NONE,
            Origin.Lineage.FIRST));
  }

  private CompletableFuture<Decision> creates(RunId id) {
    return orchestrator.create(
        created(id, store.nextRunNumber(DrivenRun.NO_REPOSITORY), DrivenRun.OWNER));
  }

  private static boolean isAccepted(CompletableFuture<Decision> reply) {
    return reply.join() instanceof Decision.Accepted;
  }

  private void onlyTheBadOneIsQuarantined(CompletableFuture<Decision> bad) {
    assertThat(bad.join())
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            refused ->
                assertThat(refused.refusal().message())
                    .contains("bad is quarantined")
                    .contains("the store rejects the commit"));
    assertThat(quarantined).containsOnlyKeys(BAD);
    assertThat(quarantined.get(BAD)).isInstanceOf(ConstraintViolation.class);
    assertThat(service.state()).isInstanceOf(State.Serving.class);
  }

  @Test
  void aRejectedNewRunDoesNotStopTheOthers() throws SQLException {
    poison();
    service.start();
    Map<RunId, CompletableFuture<Decision>> good = new LinkedHashMap<>();
    CompletableFuture<Decision> bad = new CompletableFuture<>();
    for (int ask = 0; ask < 200; ask++) {
      var id = new RunId("good-" + ask);
      good.put(id, creates(id));
      if (ask == 117) {
        bad = creates(BAD);
      }
    }
    assertThat(good.values()).allMatch(ConstraintViolationContract::isAccepted);
    onlyTheBadOneIsQuarantined(bad);
    assertThat(store.run(BAD)).isEmpty();
    assertThat(good.keySet()).allMatch(id -> store.run(id).isPresent());
  }

  @Test
  void aRunThatIsThereIsLeftAsItIs() throws SQLException {
    List<RunId> others = new ArrayList<>();
    for (int run = 0; run < 20; run++) {
      others.add(new RunId("good-" + run));
      planned("good-" + run);
    }
    planned("bad");
    poison();
    service.start();
    List<CompletableFuture<Decision>> good = new ArrayList<>();
    for (RunId other : others) {
      good.add(orchestrator.submit(other, OrchestratorNode.cancel(true)));
    }
    var bad = orchestrator.submit(BAD, OrchestratorNode.cancel(true));
    onlyTheBadOneIsQuarantined(bad);
    assertThat(good).noneMatch(reply -> reply.join() instanceof Decision.Refused);
    assertThat(store.version(BAD)).isEqualTo(2);
    onlyTheBadOneIsQuarantined(orchestrator.submit(BAD, OrchestratorNode.cancel(false)));
  }

  private void planned(String id) {
    new DrivenRun(store, id).planned(SamplePlans.sideBySide(1));
  }

  @Test
  void nobodyNeedsToAskForTheRunThatIsRefused() throws SQLException {
    for (String id : List.of("a", "b", "bad", "c", "d")) {
      new DrivenRun(store, id).does(new StartPlanning());
    }
    poison();
    service.start();
    // Nobody has planned them in time: all of them are tried again.
    ConditionAwaiter.is("quarantined", () -> quarantined.containsKey(BAD));
    for (String id : List.of("a", "b", "c", "d")) {
      ConditionAwaiter.is(id + " has gone on", () -> store.version(new RunId(id)) > 1);
    }
    onlyTheBadOneIsQuarantined(orchestrator.submit(BAD, OrchestratorNode.cancel(false)));
  }

  @Test
  void aNumberThatIsTakenIsRefused() {
    service.start();
    var first = orchestrator.create(created(new RunId("first"), 7, DrivenRun.OWNER));
    var bad = orchestrator.create(created(BAD, 7, DrivenRun.OWNER));
    assertThat(isAccepted(first)).isTrue();
    onlyTheBadOneIsQuarantined(bad);
  }

  @Test
  void whatTheTablesThemselvesRefuseDoesNotStopTheOthers() {
    service.start();
    var before = creates(new RunId("before"));
    var bad = asksForWhatIsRefused(orchestrator, BAD);
    var after = creates(new RunId("after"));
    assertThat(List.of(before, after)).allMatch(ConstraintViolationContract::isAccepted);
    onlyTheBadOneIsQuarantined(bad);
  }
}
