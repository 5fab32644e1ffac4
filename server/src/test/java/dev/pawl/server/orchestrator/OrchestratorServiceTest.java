package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.ScriptedStore;
import dev.pawl.server.ServiceFixture;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.orchestrator.OrchestratorService.State;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.postgres.TestPostgres;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An orchestrator in a thread of its own: whatever its store does, it says how it stands, promises
/// nothing that is not durable, and goes on by itself.
class OrchestratorServiceTest {

  @TempDir private Path directory;

  @Test
  void anUnreachableStoreIsReportedUntilItIsBack() {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    try (var asking = new ServiceFixture(store)) {
      assertThat(asking.wrong()).isEmpty();
      store.isUnreachable(true);
      ConditionAwaiter.is(
          "unavailable", () -> asking.service().state() instanceof State.Unavailable);
      assertThat(asking.service().state())
          .isInstanceOfSatisfying(
              State.Unavailable.class,
              state -> assertThat(state.reason()).isEqualTo("the store cannot be reached"));
      store.isUnreachable(false);
      ConditionAwaiter.is("serving", () -> asking.service().state() instanceof State.Serving);
      assertThat(asking.wrong()).isEmpty();
    }
  }

  @Test
  void aRequestDuringAnOutageFailsWithATimeToRetry() {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    try (var asking = new ServiceFixture(store)) {
      store.isUnreachable(true);
      ConditionAwaiter.is(
          "unavailable", () -> asking.service().state() instanceof State.Unavailable);
      assertThat(asking.wrong())
          .matches("not available: the store cannot be reached; try again in [12] s");
      assertThat(asking.promised()).isEmpty();
      store.isUnreachable(false);
    }
  }

  @Test
  void whatCannotBeWrittenIsNotPromised() {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    try (var asking = new ServiceFixture(store)) {
      store.next(ScriptedStore.Fault.FULL);
      assertThat(asking.wrong()).isEqualTo("the disk is full");
      assertThat(asking.promised()).isEmpty();
      store.next(ScriptedStore.Fault.NONE);
      ConditionAwaiter.is("promised", () -> asking.wrong().isEmpty());
    }
  }

  @Test
  void aStopDecidesWhatHasArrivedAndTakesOnNothingMore() {
    drains(TestSqliteStores.open(directory.resolve("pawl.db")));
  }

  @Test
  void aStopDecidesWhatHasArrivedOnPostgresqlToo() {
    drains(TestPostgres.open(TestPostgres.newSchema()));
  }

  @Test
  void aStopWaitsUntilItIsKnownWhatBecameOfTheLastCommit() {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    var asking = new ServiceFixture(store);
    assertThat(asking.wrong()).isEmpty();
    store.failsToTell(12);
    store.next(ScriptedStore.Fault.UNKNOWN_AND_HAPPENED);
    var uncertain = asking.asks();
    ConditionAwaiter.is("unavailable", () -> asking.service().state() instanceof State.Unavailable);
    asking.close();
    assertThat(uncertain).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
  }

  @Test
  void anErrorInACommitFailsAllRequests() {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    try (var asking = new ServiceFixture(store)) {
      assertThat(asking.wrong()).isEmpty();
      store.refuses(_ -> {
        store.refuses(_ -> false);
        throw new OutOfMemoryError("no heap");
      });
      assertThat(asking.wrong())
          .contains("no heap")
          .contains("not known whether the request was carried out");
      ConditionAwaiter.is("failed", () -> asking.service().state() instanceof State.Failed);
      assertThat(asking.wrong())
          .isEqualTo(
              "thread 'orchestrator' ended by an error: java.lang.OutOfMemoryError: no heap; the"
                  + " server must be restarted");
    }
    try (var restarted = new ServiceFixture(store)) {
      assertThat(restarted.wrong()).isEmpty();
    }
  }

  @Test
  void anErrorInTheLoopFailsAllRequests() {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity("o1", "1"),
            store,
            dev.pawl.core.engine.Deadlines.DEFAULT,
            new LeaseIds(new byte[32]),
            OrchestratorPorts.observedBy(_ -> {
              throw new StackOverflowError("too deep");
            }));
    var cluster = new OrchestratorCluster();
    List<String> deaths = new CopyOnWriteArrayList<>();
    try (var service = new OrchestratorService(orchestrator, "orchestrator", deaths::add)) {
      var replies =
          List.of(
              orchestrator.create(cluster.created("r1", "repository")),
              orchestrator.create(cluster.created("r2", "repository")));
      service.start();
      ConditionAwaiter.is("failed", () -> service.state() instanceof State.Failed);
      ConditionAwaiter.is("answered", () -> replies.stream().allMatch(CompletableFuture::isDone));
      assertThat(replies).allMatch(CompletableFuture::isCompletedExceptionally);
    }
    assertThat(deaths).singleElement().asString().contains("too deep", "must be restarted");
  }

  private static void drains(Store store) {
    var asking = new ServiceFixture(store);
    List<CompletableFuture<Decision>> arrived = new ArrayList<>();
    for (int ask = 0; ask < 500; ask++) {
      arrived.add(asking.asks());
    }
    asking.close();
    assertThat(arrived).allMatch(CompletableFuture::isDone);
    assertThat(asking.promised()).hasSize(500);
    assertThat(asking.wrong()).isEqualTo("the server is stopping; try again in 5 s");
    assertThat(asking.service().state()).isInstanceOf(State.Stopped.class);
    assertThat(asking.promised()).allMatch(run -> store.run(run).isPresent());
    store.close();
  }

  @Test
  void aFullInboxRejectsRequestsAsBusy() throws InterruptedException {
    var store = new ScriptedStore(InstantSource.system(), new ArrayList<>());
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity("o1", "1"),
            store,
            dev.pawl.core.engine.Deadlines.DEFAULT,
            new LeaseIds(new byte[32]),
            OrchestratorPorts.observedBy(_ -> {}));
    List<CompletableFuture<Decision>> replies = new ArrayList<>();
    for (int ask = 0; ask < OrchestratorLimits.DEFAULT.inbox() + 1; ask++) {
      replies.add(orchestrator.submit(new RunId("r1"), OrchestratorNode.cancel(false)));
    }
    assertThatThrownBy(() -> replies.getLast().get(1, TimeUnit.SECONDS))
        .hasMessageContaining("busy: too many requests are waiting; try again in 1 s");
    assertThat(orchestrator.sizes()).allMatch(bounded -> bounded.size() <= bounded.limit());
  }

  /// On a real file system that is really full.
  @Test
  void aFullDiskIsReportedUntilThereIsRoom() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()), "no mounts");
    try (var store = TestSqliteStores.open(disk.resolve("pawl.db"));
        var asking = new ServiceFixture(store)) {
      assertThat(asking.wrong()).isEmpty();
      Path ballast = disk.resolve("ballast");
      run("dd", "if=/dev/zero", "of=" + ballast, "bs=4k");
      ConditionAwaiter.is("full", () -> asking.wrong().contains("the disk is full"));
      ConditionAwaiter.is(
          "unavailable", () -> asking.service().state() instanceof State.Unavailable);
      Files.delete(ballast);
      ConditionAwaiter.is("serving", () -> asking.wrong().isEmpty());
      assertThat(asking.service().state()).isInstanceOf(State.Serving.class);
      assertThat(asking.promised()).isNotEmpty().allMatch(one -> store.run(one).isPresent());
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
