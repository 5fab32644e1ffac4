package dev.pawl.server.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.Doctor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The pruning of agents.
abstract class AgentRetentionContract extends RetentionTestBase {

  private static final Duration MONTH = Duration.ofDays(30);
  private static final Instant LATER = SampleCommits.BEGINNING.plus(Duration.ofDays(40));

  private void isDrained(String agent, Actor by) {
    SampleCommits.commit(
        store, SampleCommits.change(store, agent, new AgentStateCommand.Drain(by)));
  }

  private void leaves(String agent) {
    isDrained(agent, Actor.agent(agent));
  }

  /// Prunes when no process is known to be dead.
  private long pruned(Duration age) {
    long count = store.agentRetention().prune(age, LATER, _ -> false);
    var doctor = new Doctor(store, new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, SampleCommits.BEGINNING).findings()).isEmpty();
    return count;
  }

  private List<String> agents() {
    return rows.query("SELECT id FROM agent ORDER BY id");
  }

  @Test
  void anAgentThatLeftLongAgoIsPruned() {
    SampleCommits.register(store, "gone", 1, "linux");
    SampleCommits.register(store, "here", 1, "linux");
    leaves("gone");
    List<String> head =
        rows.query("SELECT id, journal_seq, journal_hash FROM agent WHERE id = 'gone'");
    assertThat(pruned(Duration.ofDays(60))).isZero();
    assertThat(pruned(MONTH)).isEqualTo(1);
    assertThat(agents()).containsExactly("here");
    assertThat(rows.query("SELECT count(*) FROM journal WHERE aggregate_id = 'gone'"))
        .containsExactly("0");
    assertThat(rows.query("SELECT aggregate_id, journal_seq, journal_hash FROM pruned"))
        .isEqualTo(head);
  }

  @Test
  void aPrunedAgentMayReturnAndBePrunedAgain() {
    SampleCommits.register(store, "gone", 1, "linux");
    leaves("gone");
    pruned(MONTH);
    SampleCommits.register(store, "gone", 2, "linux");
    leaves("gone");
    assertThat(store.agent("gone").slots()).isEqualTo(2);
    assertThat(pruned(MONTH)).isEqualTo(1);
    assertThat(rows.query("SELECT journal_seq FROM pruned")).containsExactly("2");
  }

  @Test
  void anAgentWithADeadProcessIsPruned() {
    SampleCommits.register(store, "killed", 1, "linux");
    SampleCommits.register(store, "lives", 1, "linux");
    assertThat(store.agentRetention().prune(MONTH, LATER, "killed"::equals)).isEqualTo(1);
    assertThat(agents()).containsExactly("lives");
  }

  @Test
  void anAgentWithALeaseStays() {
    SampleCommits.register(store, SampleCommits.AGENT, 1, "linux");
    new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(1)).running();
    leaves(SampleCommits.AGENT);
    assertThat(pruned(MONTH)).isZero();
  }

  @Test
  void anAgentWithARecentLeaseStays() {
    SampleCommits.register(store, SampleCommits.AGENT, 1, "linux");
    new DrivenRun(store, "r1")
        .after(Duration.ofDays(20))
        .planned(SamplePlans.buildThenTest())
        .running()
        .failed();
    leaves(SampleCommits.AGENT);
    assertThat(pruned(MONTH)).isZero();
    assertThat(pruned(Duration.ofDays(19))).isEqualTo(1);
  }

  @Test
  void aDrainedOrRevokedAgentStays() {
    SampleCommits.register(store, "drained", 1, "linux");
    isDrained("drained", Actor.person("ops"));
    leaves("drained");
    SampleCommits.register(store, "revoked", 1, "linux");
    var revoke = new AgentStateCommand.Revoke(Actor.person("ops"), "stolen");
    SampleCommits.commit(store, SampleCommits.change(store, "revoked", revoke));
    assertThat(store.agentRetention().prune(MONTH, LATER, _ -> true)).isZero();
    assertThat(agents()).containsExactly("drained", "revoked");
  }

  @Test
  void noAgentIsPrunedWithinADay() {
    SampleCommits.register(store, "gone", 1, "linux");
    leaves("gone");
    Instant soon = SampleCommits.BEGINNING.plus(Duration.ofHours(23));
    assertThat(store.agentRetention().prune(Duration.ZERO, soon, _ -> true)).isZero();
  }
}
