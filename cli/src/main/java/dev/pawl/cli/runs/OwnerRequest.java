package dev.pawl.cli.runs;

import dev.pawl.cli.local.Project;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.rows.RequestRows;
import dev.pawl.server.store.rows.RequestRows.Answer;
import dev.pawl.server.store.rows.RequestRows.OpenRequest;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A request to the process that owns a run: a row in the store that the owner answers.
record OwnerRequest(Project project, Orchestrator owner) {

  private static final Duration POLL = Duration.ofMillis(50);

  /// The owner looks several times a second, but it may be stopped, or the machine busy.
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /// Sends a command and waits for the answer, until the owner dies, or for half a minute.
  ActionResult send(RunId run, EngineCommand command) throws InterruptedException {
    String id = new IdGenerator(InstantSource.system()).next();
    try (SqliteStore store = project.openExistingStore().orElseThrow()) {
      RequestRows requests = store.requests();
      requests.add(new OpenRequest(id, run, command), store.now());
      try {
        return await(requests, id);
      } finally {
        requests.withdraw(id);
      }
    }
  }

  private ActionResult await(RequestRows requests, String id) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      boolean isLast = !project.isAlive(owner.id()) || System.nanoTime() > deadline;
      Optional<Answer> answer = requests.answer(id);
      if (answer.isPresent()) {
        return result(answer.get());
      }
      if (isLast) {
        return unanswered();
      }
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    }
  }

  private ActionResult unanswered() {
    return ActionResult.rejected(
        project.isAlive(owner.id())
            ? "process %d, which runs it, did not answer within %d s. It may still happen: run `pawl runs` to see."
                .formatted(owner.pid(), LONGEST.toSeconds())
            : "process %d, which ran it, ended before it answered".formatted(owner.pid()));
  }

  private static ActionResult result(Answer answer) {
    return switch (answer.outcome()) {
      case ACCEPTED -> ActionResult.ACCEPTED;
      case LATE -> new ActionResult(ActionResult.Kind.LATE, answer.message());
      case REFUSED -> ActionResult.rejected(answer.message());
    };
  }
}
