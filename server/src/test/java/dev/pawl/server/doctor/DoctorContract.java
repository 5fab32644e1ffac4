package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.decision.DirectCommand;
import dev.pawl.server.store.CorruptJournal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The doctor's findings other than wrong rows, and their repairs.
abstract class DoctorContract extends DamagedStoreTestBase {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE journal SET transitions = replace(transitions, 'job-0', 'job-9') WHERE seq = 1",
        "UPDATE journal SET at = '2026-01-01T00:00:09.000Z' WHERE aggregate = 'run' AND seq = 2",
        "UPDATE journal SET transitions = 'nonsense' WHERE aggregate = 'run' AND seq = 1",
        "UPDATE journal SET hash = 'forged' WHERE aggregate = 'run' AND seq = 2",
        "DELETE FROM journal WHERE aggregate = 'run' AND seq = 2",
        "DELETE FROM journal WHERE aggregate = 'run' AND seq > 2",
        "UPDATE run SET journal_hash = 'forged'"
      })
  void aCorruptJournalIsReportedAndNotRewritten(String tampering) throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    unguard();
    damage(tampering.replace("'job-0', 'job-9'", "'PLAN', 'PLAN '"));
    damage("UPDATE run SET due_at = NULL");
    List<String> before =
        rows().query("SELECT * FROM journal ORDER BY aggregate, aggregate_id, seq");
    List<Finding> findings = findings();
    assertThat(findings).hasSize(1);
    Finding finding = findings.getFirst();
    assertThat(finding.code()).isEqualTo(Finding.Code.JOURNAL_CORRUPT);
    assertThat(finding.aggregate() + " " + finding.key()).isEqualTo("run r1");
    assertThat(repair(findings)).noneMatch(StoreRepair.RepairResult::isRepaired);
    // Not even if somebody takes it for something else.
    repair(List.of(new Finding(Finding.Code.ROWS_DIFFER, "run", "r1", "")));
    assertThat(rows().query("SELECT * FROM journal ORDER BY aggregate, aggregate_id, seq"))
        .isEqualTo(before);
    assertThat(findings()).isEqualTo(findings);
  }

  @Test
  void loadingARunWithACorruptJournalFails() throws SQLException {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1)).running();
    unguard();
    damage("UPDATE journal SET hash = 'forged' WHERE aggregate = 'run' AND seq = 2");
    assertThatThrownBy(() -> store().run(run.id()))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("r1")
        .hasMessageContaining("entry 2");
  }

  @Test
  void aRunPastItsDeadlineIsFoundAndRepaired() throws SQLException {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1));
    Instant late = run.now().plus(Deadlines.QUEUE).plus(Duration.ofHours(1));
    damage("DELETE FROM effect");
    assertThat(findings(late.minus(Duration.ofHours(1)))).isEmpty();
    List<Finding> findings = findings(late);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().code()).isEqualTo(Finding.Code.STUCK);
    assertThat(findings.getFirst().description()).contains("'job-0/1' is queued");
    assertThat(repair(findings)).allMatch(StoreRepair.RepairResult::isRepaired);
    assertThat(findings(late)).isEmpty();
    assertThat(rows().query("SELECT reason FROM attempt")).containsExactly("no_agent");
    assertThat(rows().query("SELECT actor FROM transition WHERE event = 'INTERVENED'"))
        .containsExactly("person:ops");
  }

  @Test
  void anOverdueLeaseIsFoundAndExpired() {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1)).running();
    List<Finding> findings = findings(run.now().plus(Duration.ofHours(1)));
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().code()).isEqualTo(Finding.Code.LEASE_OVERDUE);
    assertThat(findings.getFirst().description()).contains("lease 1 of attempt 'job-0/1'");
    assertThat(repair(findings)).allMatch(StoreRepair.RepairResult::isRepaired);
    isHealthy();
    assertThat(rows().query("SELECT state FROM lease")).containsExactly("expired");
  }

  @Test
  void noLeaseExpiresWhileNoServerIsRunning() {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1)).running();
    List<Finding> findings = findings(run.now().plus(Duration.ofHours(1)));
    var setting = new StoreRepair.RepairOptions(store().now(), _ -> false, List.of());
    var treatment = new StoreRepair(store(), ENGINE, OPERATOR, () -> "c", setting);
    assertThat(treatment.repair(findings.getFirst()).isRepaired()).isFalse();
    assertThat(rows().query("SELECT state FROM lease")).containsExactly("active");
  }

  private void openBreaker() {
    for (int failures = 1; failures <= ToolProfile.DEFAULT.failureThreshold(); failures++) {
      run("r" + failures).planned(SamplePlans.usingTool("npm")).running().failedByItsTool();
    }
    assertThat(store().breaker("default:npm").state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void aStuckBreakerIsFoundAndResetOnRequest() {
    openBreaker();
    Instant soon = store().breaker("default:npm").cooldownEnd();
    assertThat(stuck(soon)).isEmpty();
    List<Finding> findings = stuck(soon.plus(Duration.ofHours(2)));
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().key()).isEqualTo("default:npm");
    // It has no health check.
    assertThat(treatment(_ -> true).repair(findings.getFirst()).description())
        .contains("--reset npm");
    assertThat(store().breaker("default:npm").state()).isEqualTo(BreakerState.OPEN);
    assertThat(treatment(_ -> false, "npm").repair(findings.getFirst()).isRepaired()).isTrue();
    assertThat(stuck(soon.plus(Duration.ofHours(2)))).isEmpty();
    assertThat(rows().query("SELECT actor FROM transition WHERE event = 'RESET'"))
        .containsExactly("person:ops");
  }

  @Test
  void anOpenBreakerIsResetAtOnceOnRequest() {
    openBreaker();
    assertThat(findings()).isEmpty();
    List<Finding> open = new NamedBreakers(store(), ENGINE).open(List.of("npm"));
    assertThat(open).hasSize(1);
    assertThat(open.getFirst().description()).startsWith("is open since ");
    assertThat(treatment(_ -> false, "npm").repair(open.getFirst()))
        .matches(StoreRepair.RepairResult::isRepaired)
        .matches(result -> result.description().equals("reset: the breaker is closed"));
    assertThat(store().breaker("default:npm").state()).isEqualTo(BreakerState.CLOSED);
    assertThat(new NamedBreakers(store(), ENGINE).open(List.of("default:npm"))).isEmpty();
  }

  @Test
  void theResetOfAnUnknownToolIsAnError() {
    openBreaker();
    assertThat(
            new NamedBreakers(store(), ENGINE)
                .unknown(List.of("npm", "default:npm", "maven", "other:npm")))
        .containsExactly("maven", "other:npm");
  }

  private List<Finding> stuck(Instant now) {
    return findings(now).stream()
        .filter(finding -> finding.code() == Finding.Code.BREAKER_STUCK)
        .toList();
  }

  @Test
  void aBreakerIsResetAfterAHealthCheck() throws SQLException {
    openBreaker();
    damage(
        "UPDATE breaker SET profile = replace(profile, ',\"provenance', ',\"healthCheck\":\"npm ping\",\"provenance')");
    Finding stuck = stuck(store().now()).getFirst();
    List<String> asked = new ArrayList<>();
    assertThat(treatment(command -> !asked.add(command)).repair(stuck).isRepaired()).isFalse();
    assertThat(store().breaker("default:npm").state()).isEqualTo(BreakerState.OPEN);
    assertThat(treatment(asked::add).repair(stuck).isRepaired()).isTrue();
    assertThat(asked).containsExactly("npm ping", "npm ping");
    assertThat(store().breaker("default:npm").state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void aProfileThatWasSetIsInTheJournalAndSurvivesARebuild() throws SQLException {
    openBreaker();
    var ids = List.of("c-set").iterator();
    var command = new DirectCommand(store(), ENGINE, ids::next);
    var own = ToolProfile.breaking(3, Duration.ofMinutes(9), 1, List.of(75));
    assertThat(command.configure("default:npm", Optional.of(own), OPERATOR))
        .isInstanceOf(Decision.Accepted.class);
    isHealthy();
    assertThat(store().breaker("default:npm").profile().failureExitCodes()).containsExactly(75);
    assertThat(rows().query("SELECT actor, message FROM transition WHERE event = 'CONFIGURED'"))
        .containsExactly("person:ops|profile set by ops");
    damage("UPDATE breaker SET profile = replace(profile, '75', '76')");
    assertThat(repair(findings())).allMatch(StoreRepair.RepairResult::isRepaired);
    assertThat(store().breaker("default:npm").profile().failureExitCodes()).containsExactly(75);
  }

  @Test
  void aWrongBreakerRowIsRebuilt() throws SQLException {
    openBreaker();
    damage("UPDATE breaker SET state = 'half_open', failures = 3");
    List<Finding> findings = findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().description())
        .contains("state is 'half_open', but 'open' according to the journal");
    repair(findings);
    isHealthy();
    assertThat(store().breaker("default:npm").state()).isEqualTo(BreakerState.OPEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE run SET since = %1$s, created_at = %1$s WHERE id = 'r1'",
        "UPDATE attempt SET granted_at = %1$s, renewed_at = %1$s WHERE run_id = 'r1'",
        "UPDATE attempt SET since = %1$s, until = %1$s, started_at = %1$s WHERE run_id = 'r1'",
        "UPDATE run SET due_at = %1$s WHERE id = 'r1'",
        "UPDATE agent SET ask_again_at = %1$s"
      })
  void aTimeThatCannotBeReadIsRebuilt(String tampering) throws SQLException {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1)).running();
    run("r2").planned(SamplePlans.sideBySide(1));
    damage(tampering.formatted(unreadableTime()));
    damage("UPDATE attempt SET name = 'forged' WHERE run_id = 'r2'");
    List<Finding> findings = findings();
    assertThat(findings).hasSizeGreaterThan(1);
    assertThat(findings).extracting(Finding::code).containsOnly(Finding.Code.ROWS_DIFFER);
    assertThat(findings)
        .extracting(Finding::description)
        .anyMatch(it -> it.contains("cannot be read"));
    assertThat(findings).extracting(Finding::key).contains("r2");
    assertThat(repair(findings)).allMatch(StoreRepair.RepairResult::isRepaired);
    isHealthy();
    assertThat(store().run(run.id()).orElseThrow().origin().at()).isAfter(Instant.EPOCH);
  }

  @Test
  void anEntryThatCannotBeReadIsACorruptJournal() throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    run("r2").planned(SamplePlans.sideBySide(1));
    unguard();
    damage("UPDATE journal SET decisions = 9223372036854775807 WHERE aggregate_id = 'r1'");
    damage("UPDATE attempt SET name = 'forged' WHERE run_id = 'r2'");
    assertThat(findings())
        .extracting(Finding::code)
        .containsExactlyInAnyOrder(Finding.Code.JOURNAL_CORRUPT, Finding.Code.ROWS_DIFFER);
  }

  @Test
  void orphanEffectsAreDeleted() throws SQLException {
    run("r1").planned(SamplePlans.sideBySide(1)).running();
    damage(
        """
        INSERT INTO effect (aggregate, aggregate_id, kind, body, at)
        VALUES ('run', 'nobody', 'report', '{}', '2026-01-01T00:00:00.000Z')
        """);
    List<Finding> findings = findings();
    assertThat(findings).extracting(Finding::code).containsExactly(Finding.Code.ORPHAN_EFFECT);
    assertThat(repair(findings)).allMatch(StoreRepair.RepairResult::isRepaired);
    isHealthy();
    assertThat(rows().query("SELECT count(*) FROM effect WHERE aggregate_id = 'r1'"))
        .isNotEqualTo(List.of("0"));
  }

  @Test
  void anOldUndeliveredEffectIsFound() {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1)).leased();
    assertThat(findings(run.now().plus(Duration.ofDays(2))))
        .extracting(Finding::code)
        .contains(Finding.Code.EFFECT_UNDELIVERED);
  }

  @Test
  void aFailedJobIsAdviceAndNoFinding() {
    run("r1").planned(SamplePlans.buildThenTest()).running().failed();
    DrivenRun alive = run("r2").planned(SamplePlans.sideBySide(2)).running().failed();
    HealthReport checkup = new Doctor(store(), ENGINE).check(true, alive.now());
    assertThat(checkup.isHealthy()).isTrue();
    assertThat(checkup.advice())
        .extracting(FailedJobAdvice::commands)
        .containsExactly(
            List.of("pawl rerun 1 --job build", "pawl rerun 1 --failed --skip build"),
            List.of("pawl retry 2 job-0", "pawl skip 2 job-0"));
  }
}
