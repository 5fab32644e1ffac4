package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An operator retries, skips or reruns a failed job. The journal records the operator.
abstract class OperatorActionsContract extends DamagedStoreTestBase {

  private static final RunId R1 = new RunId("r1");

  private OperatorActions remedy() {
    return new OperatorActions(store(), ENGINE, OPERATOR, new IdGenerator(InstantSource.system()));
  }

  private Run stored(RunId id) {
    return store().run(id).orElseThrow();
  }

  private static Job first(Run run) {
    return run.job(0);
  }

  private List<String> doneByAna(RunId run) {
    return rows()
        .query(
            "SELECT event FROM transition WHERE actor = 'person:ops' AND aggregate_id = '%s' ORDER BY seq"
                .formatted(run));
  }

  @Test
  void aFailedJobOfAnOpenRunIsRetried() {
    Run run = run("r1").planned(SamplePlans.sideBySide(2)).running().failed().run();
    assertThat(remedy().retry(run, first(run))).isInstanceOf(Decision.Accepted.class);
    assertThat(first(stored(R1)).attempt().state()).isEqualTo(AttemptState.QUEUED);
    assertThat(first(stored(R1)).attempt().number()).isEqualTo(2);
    assertThat(doneByAna(R1)).containsExactly("ATTEMPT_MADE");
    isHealthy();
  }

  @Test
  void aFailedJobOfAnOpenRunIsSkipped() {
    Run run = run("r1").planned(SamplePlans.sideBySide(2)).running().failed().run();
    assertThat(remedy().skip(run, first(run))).isInstanceOf(Decision.Accepted.class);
    assertThat(first(stored(R1)).attempt().state()).isEqualTo(AttemptState.SKIPPED);
    assertThat(first(stored(R1)).hasSucceeded()).isTrue();
    assertThat(doneByAna(R1)).containsExactly("ATTEMPT_MADE");
    isHealthy();
  }

  @Test
  void aJobThatIsRetriedIsNotSkipped() {
    Run run = run("r1").planned(SamplePlans.sideBySide(2)).running().failed().run();
    remedy().retry(run, first(run));
    assertThat(remedy().skip(run, first(run)))
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            no -> assertThat(no.refusal().code()).isEqualTo(Refusal.Code.WRONG_STATE));
    assertThat(first(stored(R1)).attempt().state()).isEqualTo(AttemptState.QUEUED);
    assertThat(doneByAna(R1)).containsExactly("ATTEMPT_MADE");
  }

  private Run aRunThatFailed() {
    Run run = run("r1").planned(SamplePlans.buildThenTest()).running().failed().run();
    assertThat(run.state()).isEqualTo(RunState.FAILED);
    return run;
  }

  private static RerunCreation.Selection failed(String... skipped) {
    return new RerunCreation.Selection(new Reruns.Selection.Failed(), List.of(skipped));
  }

  private Run rerun(Run over, RerunCreation.Selection wanted) {
    var accepted = (Decision.Accepted) remedy().rerun(over, wanted);
    return stored(accepted.run().id());
  }

  @Test
  void anEndedRunIsRerunByAnOrchestrator() {
    Run over = aRunThatFailed();
    Run again = rerun(over, failed());
    assertThat(again.origin().number()).isEqualTo(over.origin().number());
    assertThat(again.origin().lineage().attempt()).isEqualTo(2);
    assertThat(again.origin().startedBy()).isEqualTo(OPERATOR);
    assertThat(doneByAna(again.id())).containsExactly("INTERVENED");
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10))
        .extracting(QueuedAttempt::run)
        .containsExactly(again.id());
    // Its plan is there: nobody is to read the workflow.
    assertThat(rows().query("SELECT kind FROM effect WHERE aggregate_id = '" + again.id() + "'"))
        .noneMatch(kind -> kind.contains("workflow"));
    DrivenRun.found(store(), again.id().value()).running().succeeded();
    assertThat(first(stored(again.id())).attempt().state()).isEqualTo(AttemptState.SUCCESS);
    assertThat(stored(R1)).isEqualTo(over);
    isHealthy();
  }

  @Test
  void aRerunMaySkipAJob() {
    Run again = rerun(aRunThatFailed(), failed("build"));
    assertThat(first(again).attempt().state()).isEqualTo(AttemptState.SKIPPED);
    assertThat(first(again).attempt().reason().message()).isEqualTo("skipped by ops");
    assertThat(again.job(1).attempt().state()).isEqualTo(AttemptState.QUEUED);
    isHealthy();
  }

  @Test
  void anUnknownJobIsNotSkipped() {
    assertThat(remedy().rerun(aRunThatFailed(), failed("deploy")))
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            no -> assertThat(no.refusal().message()).contains("no job 'deploy'"));
  }

  @Test
  void anOpenRunIsNotRerun() {
    Run run = run("r1").planned(SamplePlans.sideBySide(2)).running().failed().run();
    assertThat(remedy().rerun(run, failed())).isInstanceOf(Decision.Refused.class);
    assertThat(rows().query("SELECT count(*) FROM run")).containsExactly("1");
  }
}
