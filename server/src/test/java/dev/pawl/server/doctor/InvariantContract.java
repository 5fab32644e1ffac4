package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Violated invariants are found though the journal is intact and the rows match it; nothing is
/// rewritten.
abstract class InvariantContract extends DamagedStoreTestBase {

  private void isNamed(Finding.Code code, String what) {
    List<Finding> findings = findings();
    assertThat(findings)
        .anySatisfy(finding -> {
          assertThat(finding.code()).isEqualTo(code);
          assertThat(finding.description()).contains(what);
        });
    assertThat(repair(findings)).noneMatch(StoreRepair.RepairResult::isRepaired);
    assertThat(findings()).isEqualTo(findings);
  }

  @Test
  void anEndedRunWithAnOpenJobIsFound() {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(1));
    ForgedJournal.moved(run, "queued", RunEvent.FAIL, "failed");
    isNamed(Finding.Code.INVARIANT_VIOLATED, "it has ended, but a job of it is open");
  }

  @Test
  void aResultThatContradictsTheJobsIsFound() {
    DrivenRun run = run("r1").planned(SamplePlans.sideBySide(2)).running().failed();
    run.does(
        new EngineCommand.CancelAttempt(
            run.run().job(1).ref(), OPERATOR, true, ReasonCode.USER, "enough"));
    isHealthy();
    DrivenRun other = run("r2").planned(SamplePlans.sideBySide(1)).running();
    ForgedJournal.moved(other, "running", RunEvent.SUCCEED, "success");
    other.failed();
    isNamed(Finding.Code.INVARIANT_VIOLATED, "it is success, which does not follow from its jobs");
  }

  private static Plan held() {
    JobPolicy policy = JobPolicy.PLAIN.with(Approval.by("release"));
    return new Plan(
        "ci",
        List.of(SamplePlans.job("deploy", List.of(), policy, SamplePlans.step(StepPolicy.PLAIN))));
  }

  @Test
  void aLeaseWithoutApprovalIsFound() {
    DrivenRun run = run("r1").does(new EngineCommand.StartPlanning());
    ForgedJournal.planned(run, held());
    ForgedJournal.queued(run);
    run.leased();
    isNamed(
        Finding.Code.INVARIANT_VIOLATED, "'deploy/1' has a lease without the required approvals");
  }

  @Test
  void aLeaseWithApprovalIsHealthy() {
    DrivenRun run = run("r1").planned(held());
    run.does(
        new EngineCommand.ApproveJob(run.run().job(0).ref(), Actor.person("release"), List.of()));
    run.leased();
    isHealthy();
  }

  /// A plan of two jobs without retries.
  private static Plan unretried() {
    var policy =
        new JobPolicy(
            Condition.SUCCESS,
            false,
            RetryPolicy.NONE,
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            0,
            List.of(),
            Optional.empty(),
            Optional.empty());
    PlannedStep step = SamplePlans.step(StepPolicy.PLAIN);
    return new Plan(
        "ci",
        List.of(
            SamplePlans.job("lint", List.of(), policy, step),
            SamplePlans.job("test", List.of(), policy, step)));
  }

  @Test
  void anAttemptBeyondItsRetryPolicyIsFound() {
    DrivenRun run = run("r1").planned(unretried()).running().failed();
    ForgedJournal.retried(run);
    isNamed(Finding.Code.INVARIANT_VIOLATED, "attempt 'lint/2' was made by its retry policy");
  }

  @Test
  void anOperatorMayRetryBeyondThePolicy() {
    DrivenRun run = run("r1").planned(unretried()).running().failed();
    run.does(new EngineCommand.RetryJob(0, OPERATOR));
    isHealthy();
  }

  @Test
  void aGroupWithTooManyHoldersIsFound() {
    DrivenRun one = run("r1").planned(SamplePlans.sideBySide(1));
    DrivenRun two = run("r2").planned(SamplePlans.sideBySide(1));
    ForgedJournal.placed(store(), "default:#g", one.id(), two.id());
    isNamed(Finding.Code.INVARIANT_VIOLATED, "2 members hold a place, at most 1 are allowed");
  }

  @Test
  void anEndedRunInAGroupIsFound() {
    DrivenRun run = run("r1").planned(SamplePlans.buildThenTest()).running().failed();
    ForgedJournal.placed(store(), "default:#g", run.id());
    isNamed(Finding.Code.LEFTOVER_MEMBER, "run 'r1' has ended, but is still a member");
  }

  @Test
  void anEndedRunMayKeepItsPlaceUntilItsDeadline() {
    DrivenRun run = run("r1").planned(SamplePlans.inGroup("g")).running();
    run.does(new EngineCommand.CancelRun(OPERATOR, true, "enough"));
    assertThat(store().groupPlaces(run.id())).hasSize(1);
    isHealthy();
    Instant late = run.now().plus(Duration.ofMinutes(10));
    List<Finding> findings = findings(late);
    assertThat(findings).extracting(Finding::code).containsExactly(Finding.Code.STUCK);
    assertThat(findings.getFirst().description())
        .startsWith("has ended, and keeps its place in a group since ");
  }

  @Test
  void aRunWithoutADeadlineIsFound() {
    DrivenRun run = run("r1").does(new EngineCommand.StartPlanning());
    ForgedJournal.planned(run, SamplePlans.sideBySide(1));
    isHealthy();
    List<Finding> findings = findings(run.now().plus(Duration.ofHours(2)));
    assertThat(findings).extracting(Finding::code).containsExactly(Finding.Code.NO_DEADLINE);
    assertThat(repair(findings))
        .extracting(StoreRepair.RepairResult::description)
        .containsExactly("nothing is due; please report it");
  }
}
