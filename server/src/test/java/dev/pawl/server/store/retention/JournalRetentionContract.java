package dev.pawl.server.store.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.store.audit.AuditResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The pruning of journals of groups and breakers.
abstract class JournalRetentionContract extends RetentionTestBase {

  private static final Duration MONTH = Duration.ofDays(30);
  private static final Instant LATER = SampleCommits.BEGINNING.plus(Duration.ofDays(40));
  private static final String GROUP = Group.keyOf(DrivenRun.NO_REPOSITORY, "main");
  private static final Engine ENGINE = new Engine(Deadlines.DEFAULT);

  @BeforeEach
  void registerAgent() {
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
  }

  /// A run in the group, from its creation to its end.
  private void goesThroughTheGroup(String run, Duration later) {
    new DrivenRun(store, run)
        .after(later)
        .planned(SamplePlans.inGroup("main"))
        .running()
        .succeeded();
  }

  private long pruned() {
    long count = store.journalRetention().prune(MONTH, LATER);
    assertThat(findings()).isEmpty();
    return count;
  }

  private List<Finding> findings() {
    return new Doctor(store, ENGINE).check(true, SampleCommits.BEGINNING).findings();
  }

  private List<String> journal(String kind) {
    return rows.query(
        "SELECT seq FROM journal WHERE aggregate = '%s' ORDER BY seq".formatted(kind));
  }

  private List<String> seal(String kind) {
    return rows.query(
        "SELECT journal_seq, journal_hash FROM pruned WHERE aggregate = '%s'".formatted(kind));
  }

  @Test
  void oldEntriesOfAGroupArePrunedAndItContinues() {
    goesThroughTheGroup("r1", Duration.ZERO);
    List<String> end = rows.query("SELECT journal_seq, journal_hash FROM concurrency_group");
    int entries = journal("group").size();
    assertThat(pruned()).isEqualTo(entries);
    assertThat(journal("group")).isEmpty();
    assertThat(seal("group")).isEqualTo(end);
    goesThroughTheGroup("r2", Duration.ofDays(41));
    assertThat(findings()).isEmpty();
    assertThat(store.group(GROUP).arrivals()).isEqualTo(2);
    assertThat(
            rows.query(
                """
                SELECT min(journal.seq) - pruned.journal_seq FROM journal
                JOIN pruned USING (aggregate, aggregate_id) GROUP BY pruned.journal_seq
                """))
        .containsExactly("1");
  }

  @Test
  void newerEntriesStay() {
    goesThroughTheGroup("r1", Duration.ZERO);
    int old = journal("group").size();
    goesThroughTheGroup("r2", Duration.ofDays(20));
    List<String> all = journal("group");
    assertThat(pruned()).isEqualTo(old);
    assertThat(journal("group")).isEqualTo(all.subList(old, all.size()));
    assertThat(pruned()).isZero();
  }

  @Test
  void moreIsPrunedWhenMoreIsOld() {
    goesThroughTheGroup("r1", Duration.ZERO);
    pruned();
    goesThroughTheGroup("r2", Duration.ofDays(1));
    int more = journal("group").size();
    List<String> end = rows.query("SELECT journal_seq, journal_hash FROM concurrency_group");
    assertThat(pruned()).isEqualTo(more);
    assertThat(seal("group")).isEqualTo(end);
  }

  @Test
  void aMemberKeepsTheEntriesSinceItJoined() {
    goesThroughTheGroup("r1", Duration.ZERO);
    int old = journal("group").size();
    new DrivenRun(store, "r2")
        .after(Duration.ofDays(1))
        .planned(SamplePlans.inGroup("main"))
        .running();
    List<String> all = journal("group");
    assertThat(store.journalRetention().prune(MONTH, LATER)).isEqualTo(old);
    assertThat(journal("group")).isEqualTo(all.subList(old, all.size()));
    AuditResult group = store.audit(ENGINE).check(Aggregate.Kind.GROUP, GROUP);
    assertThat(group.differences()).isEmpty();
    assertThat(group.aggregate()).contains(store.group(GROUP));
  }

  @Test
  void aBreakerWithFailuresKeepsItsJournal() {
    new DrivenRun(store, "r1").planned(SamplePlans.usingTool("docker")).running().failedByItsTool();
    assertThat(store.journalRetention().prune(MONTH, LATER)).isZero();
    new DrivenRun(store, "r2").planned(SamplePlans.usingTool("docker")).running().succeeded();
    int entries = journal("breaker").size();
    assertThat(entries).isGreaterThan(1);
    assertThat(store.journalRetention().prune(MONTH, LATER)).isEqualTo(entries);
    AuditResult breaker = store.audit(ENGINE).check(Aggregate.Kind.BREAKER, "default:docker");
    assertThat(breaker.differences()).isEmpty();
    assertThat(breaker.aggregate()).contains(store.breaker("default:docker"));
  }

  @Test
  void rowsAreRebuiltFromAPrunedJournal() throws SQLException {
    goesThroughTheGroup("r1", Duration.ZERO);
    pruned();
    goesThroughTheGroup("r2", Duration.ofDays(41));
    rows.execute("DELETE FROM concurrency_group");
    assertThat(findings()).isNotEmpty();
    store.audit(ENGINE).rebuild(Aggregate.Kind.GROUP, GROUP, Actor.person("ops"), "c", LATER);
    assertThat(store.group(GROUP).arrivals()).isEqualTo(2);
    assertThat(findings()).isEmpty();
  }

  @Test
  void entriesThatAreNotPrunedCannotBeDeleted() {
    goesThroughTheGroup("r1", Duration.ZERO);
    pruned();
    goesThroughTheGroup("r2", Duration.ofDays(41));
    assertThatThrownBy(() -> rows.execute("DELETE FROM journal WHERE aggregate = 'group'"))
        .hasMessageContaining("never rewritten");
  }

  @Test
  void aCorruptJournalIsNotPruned() throws SQLException {
    goesThroughTheGroup("r1", Duration.ZERO);
    rows.execute(
        """
        INSERT INTO journal (aggregate, aggregate_id, seq, last_seq, decisions, version, commit_id, at, transitions, hash)
        SELECT aggregate, aggregate_id, seq + 1000, last_seq + 1000, decisions, version, commit_id, at, transitions, hash
        FROM journal WHERE aggregate = 'group' AND seq = 1
        """);
    List<String> entries = journal("group");
    assertThat(store.journalRetention().prune(MONTH, LATER)).isZero();
    assertThat(journal("group")).isEqualTo(entries);
  }
}
