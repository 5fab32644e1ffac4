package dev.pawl.cli.local;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.store.rows.RequestRows;
import dev.pawl.server.store.rows.RequestRows.Answer;
import dev.pawl.server.store.rows.RequestRows.OpenRequest;
import dev.pawl.server.store.rows.RequestRows.Outcome;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The duties of a process towards the others that use its store: it answers what they ask of its
/// runs, and ends the runs of owners that have died, for which its own may be waiting. A thread of
/// its own looks several times a second. It is not interrupted: that would close files under it.
final class OwnerDuties {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerDuties.class);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final Duration DECISION = Duration.ofSeconds(30);
  private static final Duration ABANDONED_REQUEST = Duration.ofHours(1);

  /// Every so many periods it looks for what changes rarely.
  private static final int RARELY = 10;

  private final Project project;
  private final SqliteStore store;
  private final String owner;
  private final Orchestrator orchestrator;
  private final Runnable rarely;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  /// @param owner the id of this process
  /// @param rarely called every two seconds
  /// @param onFault called if the store fails; then nothing is answered any more
  OwnerDuties(
      Project project,
      SqliteStore store,
      String owner,
      Orchestrator orchestrator,
      Runnable rarely,
      Consumer<RuntimeException> onFault) {
    this.project = project;
    this.store = store;
    this.owner = owner;
    this.orchestrator = orchestrator;
    this.rarely = rarely;
    this.thread =
        Thread.ofPlatform().daemon().name("owner duties").unstarted(() -> repeat(onFault));
  }

  void start() {
    thread.start();
  }

  private void repeat(Consumer<RuntimeException> onFault) {
    try {
      store.requests().deleteOld(store.now().minus(ABANDONED_REQUEST));
      for (int turn = 1; !stopped.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS); turn++) {
        answerRequests();
        if (turn % RARELY == 0) {
          endOrphanedRuns();
          rarely.run();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      onFault.accept(e);
    }
  }

  private void endOrphanedRuns() {
    if (project.hasDeadOwner(owner)) {
      project.endOrphanedRuns(store, owner);
    }
  }

  private void answerRequests() throws InterruptedException {
    RequestRows requests = store.requests();
    for (OpenRequest request : requests.open(owner)) {
      requests.answer(request.id(), decided(request));
    }
  }

  private Answer decided(OpenRequest request) throws InterruptedException {
    try {
      Decision decision =
          orchestrator
              .submit(request.run(), request.command())
              .get(DECISION.toSeconds(), TimeUnit.SECONDS);
      return switch (decision) {
        case Decision.Accepted _ -> new Answer(Outcome.ACCEPTED, "");
        case Decision.Late(var why) -> new Answer(Outcome.LATE, why);
        // It happens as asked.
        case Decision.Refused(var refusal) when refusal.code() == Refusal.Code.ALREADY_CANCELLING ->
            new Answer(Outcome.LATE, refusal.message());
        case Decision.Refused(var refusal) -> new Answer(Outcome.REFUSED, refusal.message());
      };
    } catch (ExecutionException | TimeoutException e) {
      LOG.atWarn().addKeyValue("run", request.run()).setCause(e).log("a request was not decided");
      return new Answer(Outcome.REFUSED, "the process of the run could not decide it");
    }
  }

  void stop() throws InterruptedException {
    stopped.countDown();
    thread.join();
  }
}
