package dev.pawl.core.engine;

import static dev.pawl.core.engine.Workflow.job;
import static dev.pawl.core.engine.Workflow.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Standing;
import dev.pawl.core.why.Explaining;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.Why;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Why an attempt is where it is, also when there has been another since.
class WhyTest extends Story {

  private Why why(int job, int attempt) {
    return new Explaining(Deadlines.DEFAULT, world(), List.of())
        .attempt(run(), new AttemptRef(job, attempt), world().now());
  }

  @Test
  void anEarlierAttemptSaysWhatItCameTo() {
    given(workflow(job("a"), job("b").needs("a"), job("other")));
    agent("a1").runs("other").runs("a").fails("a", ReasonCode.TEST);
    personRetries("a");
    assertThat(why(0, 1).standing())
        .isEqualTo(new Standing(Phase.FAILED, ReasonCode.TEST, "as the agent says"));
    assertThat(why(0, 1).facts()).containsExactly(new Fact.Followed(2));
    assertThat(why(1, 1).standing().phase()).isEqualTo(Phase.CANCELLED);
    assertThat(why(1, 1).standing().message()).isEqualTo("needs a, which is failed");
  }

  @Test
  void oneThatWasLostSaysSo() {
    given(workflow(job("a").retried(1, ReasonCode.LOST)));
    agent("a1").runs("a").loses("a");
    assertThat(why(0, 1).standing().reason()).isEqualTo(ReasonCode.LOST);
    assertThat(why(0, 3).standing().message()).isEqualTo("there is no such attempt yet");
  }
}
