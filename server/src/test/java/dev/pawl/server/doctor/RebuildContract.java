package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows that differ from the journal are found and rebuilt, the journal records it, and the run
/// continues.
abstract class RebuildContract extends DamagedStoreTestBase {

  @Test
  void aHealthyStoreHasNoFindings() {
    isHealthy();
    run("r1").planned(SamplePlans.inGroup("g")).running();
    isHealthy();
    run("r2").planned(SamplePlans.inGroup("g"));
    run("r3").planned(SamplePlans.buildThenTest()).running().failed();
    run("r4").planned(SamplePlans.usingTool("npm")).running().heartbeat().failedByItsTool();
    isHealthy();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run        | UPDATE run SET state = 'queued'
          run        | UPDATE run SET reason = 'user', message = 'forged'
          run        | UPDATE run SET ended_at = since
          run        | UPDATE run SET version = version + 1
          run        | UPDATE run SET version = 1
          run        | UPDATE run SET journal_seq = journal_seq + 1
          run        | UPDATE run SET due_at = NULL
          run        | UPDATE run SET due_at = '2027-01-01T00:00:00.000Z'
          attempt    | UPDATE attempt SET name = 'other', is_current = 0
          attempt    | UPDATE attempt SET state = 'success'
          attempt    | UPDATE attempt SET started_at = NULL
          attempt    | UPDATE attempt SET ended_at = since
          attempt    | UPDATE attempt SET is_queued = 1
          attempt    | UPDATE attempt SET lease = 0, lease_state = '', is_leased = 0, agent = ''
          attempt    | UPDATE attempt SET lease_state = 'expired', is_leased = 0
          attempt    | UPDATE attempt SET lease = 2
          step       | DELETE FROM step
          step       | UPDATE step SET tries = 7, name = 'other'
          step       | UPDATE step SET state = 'success', exit_code = 0, ended_by = 'process'
          step       | INSERT INTO step SELECT run_id, job, attempt, 9, name, step_type, state, tries, exit_code, ended_by, message, source, tolerated, started_at, ended_at FROM step
          member     | DELETE FROM member
          member     | UPDATE member SET state = 'waiting'
          member     | UPDATE member SET arrival = 7, max = 9
          member     | INSERT INTO member SELECT group_key, run_id, 5, 1, '', 1, 9, 1, 'waiting', 0 FROM member
          concurrency_group | UPDATE concurrency_group SET arrivals = 9
          concurrency_group | UPDATE concurrency_group SET version = 9
          agent      | UPDATE agent SET slots = 1, labels = '[]'
          agent      | UPDATE agent SET standing = 'revoked'
          agent      | UPDATE agent SET version = 0
          agent      | DELETE FROM agent
          """)
  void aWrongRowIsFoundAndRebuilt(String table, String statement) throws SQLException {
    DrivenRun run = run("r1").planned(SamplePlans.inGroup("g")).running().inStep().heartbeat();
    Run before = run.run();
    isHealthy();

    damage(statement);
    List<Finding> findings = findings();
    assertThat(findings).isNotEmpty();
    assertThat(findings).extracting(Finding::code).containsOnly(Finding.Code.ROWS_DIFFER);
    assertThat(findings).anyMatch(finding -> finding.description().startsWith(table));

    assertThat(repair(findings)).allMatch(StoreRepair.RepairResult::isRepaired);
    isHealthy();
    assertThat(
            rows()
                .query(
                    """
                    SELECT machine, event, actor FROM transition
                    WHERE event = 'REBUILD' AND message LIKE '%%%s%%'
                    """
                        .formatted(table)))
        .containsExactly("fact|REBUILD|person:ops");
    assertThat(store().run(run.id()).orElseThrow().jobs().get(0).attempt().state())
        .isEqualTo(before.jobs().get(0).attempt().state());
    goesOn();
  }

  /// Loads the run as an orchestrator does.
  private void goesOn() {
    var again = DrivenRun.found(store(), "r1");
    again.heartbeat().stepSucceeded();
    assertThat(again.run().isOver()).isTrue();
    isHealthy();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run     | UPDATE run SET due_at = '2026-01-01T00:00:00.000Z'
          attempt | UPDATE attempt SET lease_state = 'active', is_leased = 1
          attempt | UPDATE attempt SET is_queued = 1
          member  | INSERT INTO member VALUES ('default:#g', 'r1', -1, 0, '', 1, 1, 1, 'placed', 0)
          run     | UPDATE run SET state = 'running', ended_at = NULL
          """)
  void anEndedRunHasNoQueueRows(String table, String statement) throws SQLException {
    run("r1").planned(SamplePlans.inGroup("g")).running().succeeded();
    isHealthy();
    damage(statement);
    List<Finding> findings = findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().description()).startsWith(table);
    // Also if nobody looks at what has ended.
    Instant later = SampleCommits.BEGINNING.plus(Duration.ofDays(2));
    assertThat(new Doctor(store(), ENGINE).check(false, later).findings())
        .filteredOn(finding -> finding.code() == Finding.Code.ROWS_DIFFER)
        .hasSize(1);
    repair(findings);
    isHealthy();
  }

  @Test
  void aRebuiltLeaseIsRenewedNow() throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    damage("UPDATE attempt SET lease_state = 'expired', is_leased = 0, renewed_at = NULL");
    repair(findings());
    assertThat(rows().query("SELECT state, renewed_at > '2026-02-01', last_seq FROM lease"))
        .first()
        .asString()
        .matches("active\\|(1|true)\\|0");
  }

  @Test
  void aStoredLeaseKeepsItsHeartbeat() throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running().heartbeat();
    List<String> alive = rows().query("SELECT renewed_at, last_seq, agent_version FROM attempt");
    damage("UPDATE attempt SET lease_state = 'expired', is_leased = 0");
    repair(findings());
    assertThat(rows().query("SELECT renewed_at, last_seq, agent_version FROM attempt"))
        .isEqualTo(alive);
  }

  @Test
  void aLeaseOfAnUnknownAgentIsFoundTwice() throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    damage("UPDATE attempt SET agent = 'a2'");
    List<Finding> findings = findings();
    assertThat(findings)
        .extracting(Finding::code)
        .containsExactly(Finding.Code.ROWS_DIFFER, Finding.Code.UNKNOWN);
    repair(findings);
    isHealthy();
  }

  @Test
  void aCheckWritesNothing() throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    damage("UPDATE run SET due_at = NULL");
    List<String> journal =
        rows().query("SELECT aggregate_id, seq, hash FROM journal ORDER BY 1, 2");
    assertThat(findings()).hasSize(1);
    assertThat(findings()).hasSize(1);
    assertThat(rows().query("SELECT aggregate_id, seq, hash FROM journal ORDER BY 1, 2"))
        .isEqualTo(journal);
    assertThat(rows().query("SELECT id FROM run WHERE due_at IS NOT NULL")).isEmpty();
  }
}
