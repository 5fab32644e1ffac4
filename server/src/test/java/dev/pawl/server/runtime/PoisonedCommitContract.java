package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Eventually;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Service.State;
import dev.pawl.server.store.Rows;
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

/// What a real database refuses takes one run out of the way, and nothing else: a service that
/// serves goes on serving.
@Timeout(120)
abstract class PoisonedCommitContract {

  private static final RunId BAD = new RunId("bad");
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final Map<RunId, RuntimeException> quarantined = new ConcurrentHashMap<>();
  private final CommitThread commits = new CommitThread("commits");
  private Store store;
  private Orchestrator orchestrator;
  private Service service;

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
    service = new Service(orchestrator, "orchestrator");
  }

  @AfterEach
  void noStore() {
    service.close();
    commits.close();
    store.close();
  }

  private Orchestrator orchestrator() {
    return new Orchestrator(
        new Identity(DrivenRun.OWNER, "1"),
        store,
        Deadlines.DEFAULT,
        new LeaseIds(new byte[32]),
        Outside.seenBy(
            new RunObserver() {
              @Override
              public void changed(Change change) {}

              @Override
              public void quarantined(RunId run, RuntimeException bug) {
                assertThat(quarantined.put(run, bug)).as("told twice").isNull();
              }
            }),
        commits);
  }

  private void poison() throws SQLException {
    try (Connection connection = connect()) {
      var rows = new Rows(connection);
      for (String trigger : triggers()) {
        rows.change(trigger);
      }
    }
  }

  static Run created(RunId id, long number, String owner) {
    return Run.created(
        id, new Origin(number, "ci", "f", "push", Actor.person("ana"), owner, BEGINNING));
  }

  private CompletableFuture<Decision> creates(RunId id) {
    return orchestrator.create(created(id, store.nextRunNumber(), DrivenRun.OWNER));
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
                    .contains("the store refuses it"));
    assertThat(quarantined).containsOnlyKeys(BAD);
    assertThat(quarantined.get(BAD)).isInstanceOf(Unstorable.class);
    assertThat(service.state()).isInstanceOf(State.Serving.class);
  }

  @Test
  void aNewRunThatTheDatabaseRefusesIsRefusedAndTheOthersGoOn() throws SQLException {
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
    assertThat(good.values()).allMatch(PoisonedCommitContract::isAccepted);
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
      good.add(orchestrator.ask(other, Node.cancel(true)));
    }
    var bad = orchestrator.ask(BAD, Node.cancel(true));
    onlyTheBadOneIsQuarantined(bad);
    assertThat(good).noneMatch(reply -> reply.join() instanceof Decision.Refused);
    assertThat(store.version(BAD)).isEqualTo(2);
    onlyTheBadOneIsQuarantined(orchestrator.ask(BAD, Node.cancel(false)));
  }

  private void planned(String id) {
    new DrivenRun(store, id).planned(Plans.sideBySide(1));
  }

  @Test
  void nobodyNeedsToAskForTheRunThatIsRefused() throws SQLException {
    for (String id : List.of("a", "b", "bad", "c", "d")) {
      new DrivenRun(store, id).does(new StartPlanning());
    }
    poison();
    service.start();
    // Nobody has planned them in time: all of them are tried again.
    Eventually.is("quarantined", () -> quarantined.containsKey(BAD));
    for (String id : List.of("a", "b", "c", "d")) {
      Eventually.is(id + " has gone on", () -> store.version(new RunId(id)) > 1);
    }
    onlyTheBadOneIsQuarantined(orchestrator.ask(BAD, Node.cancel(false)));
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
    assertThat(List.of(before, after)).allMatch(PoisonedCommitContract::isAccepted);
    onlyTheBadOneIsQuarantined(bad);
  }
}
