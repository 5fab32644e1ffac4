package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.StoryPlan.JobSpec;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.OutputLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The outputs of all jobs of a run, which a server has in memory.
class RunOutputLimitTest extends EngineStory {

  private static final String LARGE = "x".repeat((int) OutputLimits.MAX_BYTES - 100);
  private static final int FITTING = (int) (OutputLimits.MAX_RUN_BYTES / OutputLimits.MAX_BYTES);

  @BeforeEach
  void asManyLargeOutputsAsFit() {
    List<JobSpec> jobs = new ArrayList<>();
    for (int number = 0; number < FITTING; number++) {
      jobs.add(job("job-" + number));
    }
    jobs.add(job("large").retriedByDefault());
    jobs.add(job("small"));
    jobs.add(job("needing").needs("large"));
    given(workflow(jobs.toArray(JobSpec[]::new)));
    agent("a1").registers(FITTING + 3, "linux");
    for (int number = 0; number < FITTING; number++) {
      agent("a1").doesLeaving("job-" + number, "name", LARGE);
      then("job-" + number).is(SUCCESS);
    }
  }

  @Test
  void theJobThatExceedsTheLimitFailsAndSmallOnesDoNot() {
    agent("a1").doesLeaving("large", "name", LARGE);
    then("large")
        .is(FAILED)
        .because(ReasonCode.USER)
        .saying("the outputs of the run's jobs take more than 52,428,800 bytes as JSON");
    then("needing").is(SKIPPED);
    agent("a1").doesLeaving("small", "name", "value");
    then("small").is(SUCCESS);
    assertThat(world().run().jobCounts().outputBytes())
        .isBetween(OutputLimits.MAX_RUN_BYTES - 100 * FITTING, OutputLimits.MAX_RUN_BYTES);
  }

  @Test
  void aJobThatIsRetriedGivesItsRoomBack() {
    agent("a1").doesLeaving("large", "name", LARGE);
    long before = world().run().jobCounts().outputBytes();
    personRetries("large");
    agent("a1").doesLeaving("large", "name", "value");
    then("large").is(SUCCESS);
    assertThat(world().run().jobCounts().outputBytes())
        .isEqualTo(before + OutputLimits.size("name", "value"));
  }
}
