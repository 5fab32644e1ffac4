package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.NameLimit;
import dev.pawl.core.run.Origin;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.agents.LeaseMessageTranslator;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The constraints that the database checks itself, and tables that operators can read.
public abstract class ConstraintsContract {

  private Store store;
  private Connection connection;
  private TableReader rows;

  /// An empty store with [DrivenRun#OWNER] registered.
  public abstract Store open();

  /// A connection beside the store.
  public abstract Connection connect() throws SQLException;

  @BeforeEach
  void openStore() throws SQLException {
    store = open();
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    connection = connect();
    rows = new TableReader(connection);
  }

  @AfterEach
  void closeStore() throws SQLException {
    connection.close();
    store.close();
  }

  private void refused(String statement, String why) {
    assertThatThrownBy(() -> rows.execute(statement))
        .as(statement)
        .isInstanceOf(SQLException.class)
        .message()
        .containsIgnoringCase(why);
  }

  private DrivenRun run(String id) {
    return new DrivenRun(store, id);
  }

  /// A text of so many letters that no compression makes shorter.
  private static String letters(int count) {
    var text = new StringBuilder();
    new Random(count).ints(count, 'a', 'z' + 1).forEach(text::appendCodePoint);
    return text.toString();
  }

  @Test
  void theLongestNamesAreAccepted() {
    var source = new Origin.Source(letters(NameLimit.MAX_BYTES), "main", "c0ffee", "");
    String group = letters(NameLimit.MAX_BYTES - 1) + "z";
    new DrivenRun(store, "r1", source).planned(SamplePlans.inGroup(group)).running();
    String tool = letters(NameLimit.MAX_BYTES);
    new DrivenRun(store, "r2").planned(SamplePlans.usingTool(tool)).running().failedByItsTool();
    assertThat(store.groupPlaces(new RunId("r1"))).hasSize(1);
    assertThat(store.breaker(Breaker.keyOf(Origin.DEFAULT_ORG, tool)).failures()).isEqualTo(1);
  }

  @Test
  void textsOfAJobAreStoredWhateverTheyAre() {
    var held = new LeaseRef(new AttemptRef(0, 1), 1);
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1)).running();
    var message =
        new JobComplete(
            "lease",
            "r1",
            "job-0",
            1,
            1,
            "failed",
            1,
            "user",
            "a\0b\uD83D",
            new AgentMessage.Evidence("rule", "line\0"),
            Map.of("o\0", "\uDE00\0"));
    run.does(LeaseMessageTranslator.command(message, held, Actor.agent("a1"), false).orElseThrow());
    assertThat(((SqlStore) store).queries().transitions(run.id()))
        .anyMatch(line -> line.message().equals("a\uFFFDb\uFFFD"));
    assertThat(((SqlStore) store).queries().attempts(run.id()).getFirst().message())
        .isEqualTo("a\uFFFDb\uFFFD");
    assertThat(store.run(run.id())).contains(run.run());
    assertThat(store.run(new RunId("no\0run"))).isEmpty();
  }

  @Test
  void anUnknownStateIsRejected() {
    run("r1").planned(SamplePlans.inGroup("g")).running().inStep();
    for (String table : List.of("run", "attempt", "step", "member")) {
      refused("UPDATE " + table + " SET state = 'nonsense'", "check");
    }
    refused("UPDATE attempt SET lease_state = 'nonsense'", "check");
    refused("UPDATE agent SET standing = 'nonsense'", "check");
  }

  @Test
  void aChildWithoutParentIsRejected() {
    run("r1").planned(SamplePlans.inGroup("g")).running().inStep();
    for (String table : List.of("attempt", "step", "member")) {
      refused("UPDATE " + table + " SET run_id = 'nobody'", "foreign key");
    }
    refused("UPDATE run SET id = 'nobody'", "foreign key");
    refused(
        """
        INSERT INTO attempt (run_id, job, attempt, is_current, job_id, name, runs_on, definition, priority,
                             has_group, state, reason, message, since, is_queued, lease, is_leased, lease_state,
                             agent, agent_version, last_seq)
        VALUES ('nobody', 0, 1, 1, 'build', 'build', '[]', '', 0, 0, 'queued', 'progress', '', '2026-01-01', 1,
                0, 0, '', '', 0, 0)
        """,
        "foreign key");
    refused(
        """
        INSERT INTO step (run_id, job, attempt, step, name, step_type, state, tries, message)
        VALUES ('r1', 0, 7, 0, 'a', 'step', 'running', 1, '')
        """,
        "foreign key");
  }

  @Test
  void aParentWithChildrenCannotBeDeleted() {
    run("r1").planned(SamplePlans.sideBySide(1)).running().inStep();
    for (String table : List.of("run", "attempt")) {
      refused("DELETE FROM " + table, "foreign key");
    }
  }

  @Test
  void anEndedLeaseIsNotHeld() {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    refused("UPDATE attempt SET is_leased = 0", "check");
    refused("UPDATE attempt SET lease_state = 'expired'", "check");
  }

  /// Simulates a bug: a transition without a cause.
  @Test
  void anUnencodableCommitIsRejectedAndWritesNothing() {
    SampleCommits.register(store, "a2", 1, "linux");
    Change whole =
        SampleCommits.change(store, "a2", new AgentStateCommand.Drain(Actor.person("ops")));
    List<Revision> revisions =
        whole.revisions().stream()
            .map(revision -> new Revision(revision.after(), List.of(causeless(revision))))
            .toList();
    var broken = new Decision.Accepted(revisions, List.of(), List.of(), List.of());
    assertThatThrownBy(
            () -> SampleCommits.commit(store, new Change(broken, whole.at(), Optional.empty())))
        .isInstanceOf(ConstraintViolation.class)
        .hasMessageContaining("its rows cannot be built");
    assertThat(store.agent("a2").version()).isEqualTo(1);
    SampleCommits.commit(store, whole);
    assertThat(store.agent("a2").version()).isEqualTo(2);
  }

  @SuppressWarnings("NullAway")
  private static Transition causeless(Revision revision) {
    Transition line = revision.transitions().getFirst();
    return new Transition(
        line.machine(), line.entity(), line.from(), line.event(), line.to(), line.actor(), null);
  }

  @Test
  void theJournalCannotBeRewritten() {
    run("r1").planned(SamplePlans.sideBySide(1));
    refused("UPDATE journal SET transitions = '[]'", "never rewritten");
    refused("DELETE FROM journal", "never rewritten");
  }

  @Test
  void sqlSeesOneRowATransition() {
    run("r1").planned(SamplePlans.buildThenTest()).running().failed();
    assertThat(
            rows.query(
                """
                SELECT machine, entity, event FROM transition
                WHERE aggregate_id = 'r1' ORDER BY seq LIMIT 5
                """))
        .containsExactly(
            "run|r1|PLAN",
            "run|r1|PLANNED",
            "attempt|build/1|ENQUEUE",
            "attempt|build/1|LEASE",
            "run|r1|START");
    assertThat(
            rows.query(
                """
                SELECT aggregate, machine, entity, "from", event, "to", reason, message, actor
                FROM transition WHERE entity = 'test/1'
                """))
        .containsExactly(
            "run|attempt|test/1|pending|SKIP|skipped|upstream|needs The build, which failed"
                + "|orchestrator");
  }

  @Test
  void sqlSeesTheTransitionsOfEveryAggregate() {
    run("r1").planned(SamplePlans.inGroup("g")).leased();
    assertThat(
            rows.query(
                """
                SELECT aggregate, aggregate_id, seq, machine, entity, event, actor FROM transition
                WHERE aggregate <> 'run' ORDER BY aggregate, seq
                """))
        .containsExactly(
            "agent|a1|1|fact|a1|REGISTERED|agent:a1",
            "group|default:#g|1|fact|r1|JOINED|planner",
            "group|default:#g|2|fact|r1|PLACED|orchestrator");
  }

  @Test
  void everyCommitIsSeenOnceAndInOrderAsAChange() {
    var run = run("r1").planned(SamplePlans.inGroup("g"));
    List<String> before = changes();
    run.running();
    assertThat(before)
        .contains("default|run|r1|1", "default|group|default:#g|1", "default|agent|a1|1");
    List<String> after = changes();
    assertThat(after.subList(0, before.size())).isEqualTo(before);
    assertThat(after.subList(before.size(), after.size()))
        .isNotEmpty()
        .allSatisfy(change -> assertThat(change).doesNotStartWith("|"));
    assertThat(after).hasSize(rows.query("SELECT seq FROM journal").size()).doesNotHaveDuplicates();
  }

  private List<String> changes() {
    return rows.query(
        "SELECT org, aggregate, aggregate_id, seq FROM change ORDER BY " + changeOrder());
  }

  /// The columns that order the view of changes.
  public abstract String changeOrder();

  @Test
  void anOperatorCanReadTheState() {
    run("r1").planned(SamplePlans.inGroup("g")).running();
    assertThat(rows.query("SELECT id FROM run WHERE state = 'running'")).containsExactly("r1");
    assertThat(rows.query("SELECT group_key, run_id, job, state FROM member"))
        .containsExactly("default:#g|r1|-1|placed");
    assertThat(rows.query("SELECT id, slots, standing, version, journal_seq FROM agent"))
        .containsExactly("a1|10|ready|2|1");
  }

  @Test
  void sqlSeesTimesAndData() {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    assertThat(
            rows.query(
                """
                SELECT at, event, data FROM transition
                WHERE aggregate_id = 'r1' AND entity = 'job-0/1' ORDER BY seq LIMIT 2
                """))
        .containsExactly(
            "2026-01-01T00:00:02.000Z|ENQUEUE|{\"is\":\"attempt-moved\","
                + "\"attempt\":{\"job\":0,\"attempt\":1},\"event\":\"enqueue\"}",
            "2026-01-01T00:00:03.000Z|LEASE|{\"is\":\"attempt-leased\","
                + "\"lease\":{\"attempt\":{\"job\":0,\"attempt\":1},\"number\":1},\"agent\":\"a1\"}");
  }

  @Test
  void sqlSeesTheActorOfAReset() {
    for (int failures = 1; failures <= ToolProfile.DEFAULT.failureThreshold(); failures++) {
      run("r" + failures).planned(SamplePlans.usingTool("npm")).running().failedByItsTool();
    }
    Instant now = SampleCommits.BEGINNING.plusSeconds(60);
    if (new Engine(Deadlines.DEFAULT).reset(store.breaker("default:npm"), Actor.person("ops"), now)
        instanceof Decision.Accepted accepted) {
      SampleCommits.commit(store, new Change(accepted, now, Optional.empty()));
    }
    assertThat(
            rows.query(
                """
                SELECT aggregate_id, machine, entity, "from", event, "to", reason, message, actor, at
                FROM transition WHERE aggregate = 'breaker' AND machine = 'breaker' ORDER BY seq
                """))
        .containsExactly(
            "default:npm|breaker|npm|closed|TRIP|open|infra|5 failures in a row|orchestrator"
                + "|2026-01-01T00:00:07.000Z",
            "default:npm|breaker|npm|open|RESET|closed|user|reset by ops|person:ops"
                + "|2026-01-01T00:01:00.000Z");
  }
}
