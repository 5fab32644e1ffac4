package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a journal tells cannot be, though it holds together and the rows agree with it: it is
/// named, and nothing is rewritten.
abstract class LawContract extends DamagedStore {

  private void isNamed(Finding.Code code, String what) {
    List<Finding> findings = findings();
    assertThat(findings)
        .anySatisfy(finding -> {
          assertThat(finding.code()).isEqualTo(code);
          assertThat(finding.what()).contains(what);
        });
    assertThat(repair(findings)).noneMatch(Treatment.Outcome::isDone);
    assertThat(findings()).isEqualTo(findings);
  }

  @Test
  void aRunThatIsOverWhileAJobIsNotIsNamed() {
    DrivenRun run = run("r1").planned(Plans.sideBySide(1));
    Forgery.moved(run, "queued", RunEvent.FAIL, "failed");
    isNamed(Finding.Code.LAW_BROKEN, "it is over, and a job of it is not");
  }

  @Test
  void aRunWhoseResultIsNotThatOfItsJobsIsNamed() {
    DrivenRun run = run("r1").planned(Plans.sideBySide(2)).running().failed();
    run.does(
        new Command.CancelAttempt(run.run().job(1).ref(), ANA, true, ReasonCode.USER, "enough"));
    isHealthy();
    DrivenRun other = run("r2").planned(Plans.sideBySide(1)).running();
    Forgery.moved(other, "running", RunEvent.SUCCEED, "success");
    other.failed();
    isNamed(Finding.Code.LAW_BROKEN, "it is success, and its jobs say otherwise");
  }

  private static Plan held() {
    JobPolicy policy = JobPolicy.PLAIN.with(Approval.by("ben"));
    return new Plan(
        "ci", List.of(Plans.job("deploy", List.of(), policy, Plans.step(StepPolicy.PLAIN))));
  }

  @Test
  void aLeaseBehindAHoldThatNobodyApprovedIsNamed() {
    DrivenRun run = run("r1").does(new Command.StartPlanning());
    Forgery.planned(run, held());
    Forgery.queued(run);
    run.leased();
    isNamed(Finding.Code.LAW_BROKEN, "deploy/1 has a lease, and not the approvals");
  }

  @Test
  void aLeaseBehindAHoldThatWasApprovedIsWell() {
    DrivenRun run = run("r1").planned(held());
    run.does(new Command.ApproveJob(run.run().job(0).ref(), Actor.person("ben"), List.of()));
    run.leased();
    isHealthy();
  }

  /// Two jobs that are never retried.
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
    PlannedStep step = Plans.step(StepPolicy.PLAIN);
    return new Plan(
        "ci",
        List.of(
            Plans.job("lint", List.of(), policy, step),
            Plans.job("test", List.of(), policy, step)));
  }

  @Test
  void anAttemptBeyondItsRetryPolicyIsNamed() {
    DrivenRun run = run("r1").planned(unretried()).running().failed();
    Forgery.retried(run);
    isNamed(Finding.Code.LAW_BROKEN, "attempt lint/2 was made by its retry policy");
  }

  @Test
  void byHandAJobMayBeTriedMoreOftenThanByItsPolicy() {
    DrivenRun run = run("r1").planned(unretried()).running().failed();
    run.does(new Command.RetryJob(0, ANA));
    isHealthy();
  }

  @Test
  void aGroupWithMoreHoldersThanMayBeIsNamed() {
    DrivenRun one = run("r1").planned(Plans.sideBySide(1));
    DrivenRun two = run("r2").planned(Plans.sideBySide(1));
    Forgery.placed(store(), "#g", one.id(), two.id());
    isNamed(Finding.Code.LAW_BROKEN, "2 hold a place, and at most 1 may");
  }

  @Test
  void aRunThatIsOverAndStillInAGroupIsNamed() {
    DrivenRun run = run("r1").planned(Plans.buildThenTest()).running().failed();
    Forgery.placed(store(), "#g", run.id());
    isNamed(Finding.Code.MEMBER_LEFT_BEHIND, "run r1 is over, and still a member");
  }

  @Test
  void aRunThatWaitsForNothingIsNamedAndNothingIsDue() {
    DrivenRun run = run("r1").does(new Command.StartPlanning());
    Forgery.planned(run, Plans.sideBySide(1));
    isHealthy();
    List<Finding> findings = findings(run.now().plus(Duration.ofHours(2)));
    assertThat(findings).extracting(Finding::code).containsExactly(Finding.Code.NO_DEADLINE);
    assertThat(repair(findings))
        .extracting(Treatment.Outcome::what)
        .containsExactly("nothing is due, by its own state; please report it");
  }
}
