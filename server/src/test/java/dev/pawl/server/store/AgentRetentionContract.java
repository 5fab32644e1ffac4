package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.doctor.Doctor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which agents are pruned, which never are, and what is left of them.
abstract class AgentRetentionContract extends RowsContract {

  private static final Duration MONTH = Duration.ofDays(30);
  private static final Instant LATER = Commits.BEGINNING.plus(Duration.ofDays(40));

  private void isDrained(String agent, Actor by) {
    Commits.commit(store, Commits.change(store, agent, new AgentCommand.Drain(by)));
  }

  private void leaves(String agent) {
    isDrained(agent, Actor.agent(agent));
  }

  /// How many go where nobody knows their processes.
  private long pruned(Duration age) {
    long count = store.agentRetention().prune(age, LATER, _ -> false);
    var doctor = new Doctor(store, new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, Commits.BEGINNING).findings()).isEmpty();
    return count;
  }

  private List<String> agents() {
    return rows.of("SELECT id FROM agent ORDER BY id");
  }

  @Test
  void whoHasLeftLongAgoGoesAndLeavesWhereItsJournalEnded() {
    Commits.register(store, "gone", 1, "linux");
    Commits.register(store, "here", 1, "linux");
    leaves("gone");
    List<String> head =
        rows.of("SELECT id, journal_seq, journal_hash FROM agent WHERE id = 'gone'");
    assertThat(pruned(Duration.ofDays(60))).isZero();
    assertThat(pruned(MONTH)).isEqualTo(1);
    assertThat(agents()).containsExactly("here");
    assertThat(rows.of("SELECT count(*) FROM journal WHERE aggregate_id = 'gone'"))
        .containsExactly("0");
    assertThat(rows.of("SELECT aggregate_id, journal_seq, journal_hash FROM sealed"))
        .isEqualTo(head);
  }

  @Test
  void whoComesBackBeginsAnewAndMayGoAgain() {
    Commits.register(store, "gone", 1, "linux");
    leaves("gone");
    pruned(MONTH);
    Commits.register(store, "gone", 2, "linux");
    leaves("gone");
    assertThat(store.agent("gone").slots()).isEqualTo(2);
    assertThat(pruned(MONTH)).isEqualTo(1);
    assertThat(rows.of("SELECT journal_seq FROM sealed")).containsExactly("2");
  }

  @Test
  void whoseProcessIsKnownToBeGoneGoesThoughItNeverSaidSo() {
    Commits.register(store, "killed", 1, "linux");
    Commits.register(store, "lives", 1, "linux");
    assertThat(store.agentRetention().prune(MONTH, LATER, "killed"::equals)).isEqualTo(1);
    assertThat(agents()).containsExactly("lives");
  }

  @Test
  void whoHasALeaseStays() {
    Commits.register(store, Commits.AGENT, 1, "linux");
    new DrivenRun(store, "r1").planned(Plans.sideBySide(1)).running();
    leaves(Commits.AGENT);
    assertThat(pruned(MONTH)).isZero();
  }

  @Test
  void whoHadALeaseLatelyStays() {
    Commits.register(store, Commits.AGENT, 1, "linux");
    new DrivenRun(store, "r1")
        .after(Duration.ofDays(20))
        .planned(Plans.buildThenTest())
        .running()
        .failed();
    leaves(Commits.AGENT);
    assertThat(pruned(MONTH)).isZero();
    assertThat(pruned(Duration.ofDays(19))).isEqualTo(1);
  }

  @Test
  void whatAnOperatorSaidOfAnAgentIsNotForgotten() {
    Commits.register(store, "drained", 1, "linux");
    isDrained("drained", Actor.person("ana"));
    leaves("drained");
    Commits.register(store, "revoked", 1, "linux");
    var revoke = new AgentCommand.Revoke(Actor.person("ana"), "stolen");
    Commits.commit(store, Commits.change(store, "revoked", revoke));
    assertThat(store.agentRetention().prune(MONTH, LATER, _ -> true)).isZero();
    assertThat(agents()).containsExactly("drained", "revoked");
  }

  @Test
  void nobodyGoesWithinADay() {
    Commits.register(store, "gone", 1, "linux");
    leaves("gone");
    Instant soon = Commits.BEGINNING.plus(Duration.ofHours(23));
    assertThat(store.agentRetention().prune(Duration.ZERO, soon, _ -> true)).isZero();
  }
}
