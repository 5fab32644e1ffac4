package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.Reviewer;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.rows.RequestRows;
import dev.pawl.server.store.rows.RequestRows.Answer;
import dev.pawl.server.store.rows.RequestRows.OpenRequest;
import dev.pawl.server.store.rows.RequestRows.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests of other processes and other runs reach the process that owns a run, and no other.
class OwnerRequestsTest {

  private static final Actor ME = Actor.person("me");
  private static final CancelRun CANCEL = new CancelRun(ME, false, "enough");
  private static final String OTHER = "owner-2";

  @TempDir private Path directory;

  private SqliteStore store;

  @BeforeEach
  void provide() {
    store = TestSqliteStores.open(directory.resolve("pawl.db"));
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(1));
    store.orchestrators().register(new OrchestratorRows.Orchestrator(OTHER, 2), store.now());
    new DrivenRun(store, "r2").planned(SamplePlans.sideBySide(1));
    store
        .database()
        .transact(sql ->
            sql.statement("UPDATE run SET owner = :owner WHERE id = 'r2'")
                .with("owner", OTHER)
                .update());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private RequestRows requests() {
    return store.requests();
  }

  @Test
  void theOwnerAnswersARequest() {
    requests().add(new OpenRequest("q1", new RunId("r1"), CANCEL), store.now());
    assertThat(requests().open(OTHER)).isEmpty();
    assertThat(requests().open(DrivenRun.OWNER))
        .containsExactly(new OpenRequest("q1", new RunId("r1"), CANCEL));
    assertThat(requests().answer("q1")).isEmpty();

    requests().answer("q1", new Answer(Outcome.LATE, "it is being cancelled"));

    assertThat(requests().open(DrivenRun.OWNER)).isEmpty();
    assertThat(requests().answer("q1")).contains(new Answer(Outcome.LATE, "it is being cancelled"));
    requests().withdraw("q1");
    assertThat(requests().answer("q1")).isEmpty();
  }

  @Test
  void aWithdrawnRequestIsNotAnswered() {
    requests().add(new OpenRequest("q1", new RunId("r1"), CANCEL), store.now());
    requests().withdraw("q1");
    assertThat(requests().open(DrivenRun.OWNER)).isEmpty();
    requests().answer("q1", new Answer(Outcome.ACCEPTED, ""));
    assertThat(requests().answer("q1")).isEmpty();
  }

  @Test
  void abandonedRequestsAreDeleted() {
    requests().add(new OpenRequest("old", new RunId("r1"), CANCEL), store.now().minusSeconds(60));
    requests().add(new OpenRequest("new", new RunId("r1"), CANCEL), store.now());
    requests().deleteOld(store.now().minusSeconds(30));
    assertThat(requests().open(DrivenRun.OWNER)).extracting(OpenRequest::id).containsExactly("new");
  }

  @Test
  void everyActionOfAPersonCanBeStored() {
    var reviewer = Reviewer.storeOwner(ME);
    var attempt = new AttemptRef(2, 1);
    List<EngineCommand> actions =
        List.of(
            CANCEL,
            new EngineCommand.CancelAttempt(attempt, ME, true, ReasonCode.USER, "enough"),
            new EngineCommand.ApproveRun(reviewer),
            new EngineCommand.RejectRun(reviewer, "no"),
            new EngineCommand.ApproveJob(attempt, reviewer),
            new EngineCommand.RejectJob(attempt, reviewer, "no"),
            new EngineCommand.RetryJob(2, ME),
            new EngineCommand.SkipJob(2, ME));
    for (int i = 0; i < actions.size(); i++) {
      requests().add(new OpenRequest("q" + i, new RunId("r1"), actions.get(i)), store.now());
    }
    assertThat(requests().open(DrivenRun.OWNER))
        .extracting(OpenRequest::command)
        .containsExactlyInAnyOrderElementsOf(actions);
  }

  @Test
  void aServersRunHasNoProcessThatCouldDie() {
    assertThat(store.orchestrators().withOpenRuns())
        .extracting(OrchestratorRows.Orchestrator::id)
        .containsExactly(DrivenRun.OWNER, OTHER);
    store
        .database()
        .transact(sql ->
            sql.statement("UPDATE run SET owner = :server")
                .with("server", OrchestratorRows.SERVER)
                .update());
    assertThat(store.orchestrators().withOpenRuns()).isEmpty();
    assertThat(store.orchestrators().ownerOf(new RunId("r1")))
        .contains(new OrchestratorRows.Orchestrator(OrchestratorRows.SERVER, 0));
  }

  @Test
  void whatOneRunAsksOfAnotherReachesItsOwner() {
    var asked = new Effect.AskRun(new RunId("r2"), CANCEL);
    store
        .database()
        .transact(sql ->
            sql.statement(
                    """
                    INSERT INTO effect (aggregate, aggregate_id, target, kind, body, at)
                    VALUES ('run', 'r1', 'r2', 'ask-run', :body, :at)
                    """)
                .with("body", StoreCodec.encode(asked))
                .with("at", store.now())
                .update());
    assertThat(effectsFor(DrivenRun.OWNER)).isNotEmpty().doesNotContain(asked);
    assertThat(effectsFor(OTHER)).contains(asked);

    store.discardUndeliverable(new RunId("r2"));

    assertThat(effectsFor(OTHER)).doesNotContain(asked);
  }

  private List<Effect> effectsFor(String owner) {
    try (SqliteStore owned = TestSqliteStores.open(directory.resolve("pawl.db"), owner)) {
      assertThat(owned.isOnlyDeliverer()).isTrue();
      return owned.pendingEffects(0, 100).stream().map(StoredEffect::effect).toList();
    }
  }
}
