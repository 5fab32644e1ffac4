package dev.pawl.core.run;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.expression.value.Value;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Runs of a ref, whose commit the first job that starts finds out.
class RunCommitTest extends EngineStory {

  private static final String FIRST = "1".repeat(40);
  private static final String SECOND = "2".repeat(40);

  private void givenARunOfARef() {
    givenATrigger();
    world().triggerWithoutCommit();
    Plan plan = workflow(job("a"), job("b"), job("c").needs("a"));
    var github =
        (Value.Dict)
            Value.parseJson(
                """
                {"sha": "%1$s", "workflow_sha": "%1$s", "ref": "refs/heads/main",
                 "repositoryUrl": "https://forge.example/a/b.git"}
                """
                    .formatted(PlanContexts.NO_COMMIT));
    var contexts = new PlanContexts(github, PlanContexts.EMPTY, PlanContexts.EMPTY);
    world().ask(new StartPlanning());
    world()
        .ask(
            new FinishPlanning(
                new Plan(plan.workflow(), plan.jobs(), plan.policy(), contexts, plan.scopes())));
  }

  private String shaSeenBy(String job) {
    Run run = world().run();
    Value github = JobExpressionContext.on(run).of(run.job(job).orElseThrow()).context("github");
    return github instanceof Value.Dict(var fields)
            && fields.get("sha") instanceof Value.Text(var sha)
        ? sha
        : "none";
  }

  @Test
  void theFirstCommitCountsForAllJobs() {
    givenARunOfARef();
    assertThat(world().run().unresolvedRef()).hasValue("refs/heads/main");
    assertThat(shaSeenBy("b")).isEqualTo(PlanContexts.NO_COMMIT);
    agent("a1").prepares("a");
    agent("a2").prepares("b");
    agent("a1").reportsCommit("a", FIRST);
    assertThat(world().reply()).isInstanceOf(Decision.Accepted.class);
    agent("a2").reportsCommit("b", SECOND);
    assertThat(world().reply()).isInstanceOf(Decision.Late.class);
    assertThat(world().run().origin().source().commit()).isEqualTo(FIRST);
    assertThat(world().run().unresolvedRef()).isEmpty();
    assertThat(shaSeenBy("b")).isEqualTo(FIRST);
    assertThat(shaSeenBy("c")).isEqualTo(FIRST);
  }

  @Test
  void anotherAttemptOfTheRunHasTheSameCommit() {
    givenARunOfARef();
    agent("a1").prepares("a").reportsCommit("a", FIRST);
    Origin origin = world().run().origin();
    assertThat(origin.again(new Origin.Lineage("", 2, 0), Instant.EPOCH).source())
        .isEqualTo(origin.source());
  }

  @Test
  void aKnownCommitStays() {
    given(workflow(job("a")));
    agent("a1").prepares("a").reportsCommit("a", FIRST);
    assertThat(world().reply()).isInstanceOf(Decision.Late.class);
    assertThat(world().run().origin().source().commit()).isEqualTo("c0ffee");
  }

  @Test
  void onlyAJobThatIsStartingFindsItOut() {
    givenARunOfARef();
    agent("a1").prepares("a").starts("a").reportsCommit("a", FIRST);
    assertThat(world().reply()).isInstanceOf(Decision.Late.class);
    assertThat(world().run().origin().source().commit()).isEmpty();
  }

  @Test
  void whatIsNoCommitIsRefused() {
    givenARunOfARef();
    agent("a1").prepares("a");
    assertThatThrownBy(() -> agent("a1").reportsCommit("a", "main; rm -rf /"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
