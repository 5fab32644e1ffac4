package dev.pawl.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import java.util.List;

/// What a story says is so afterwards.
final class Then {

  record OfRun(Run run) {

    OfRun is(RunState state) {
      assertThat(run.state()).isEqualTo(state);
      return this;
    }

    OfRun because(ReasonCode code) {
      assertThat(run.reason().code()).isEqualTo(code);
      return this;
    }

    OfRun saying(String words) {
      assertThat(run.reason().message()).contains(words);
      return this;
    }
  }

  record OfJob(Run run, String job, Attempt attempt) {

    OfJob is(AttemptState state) {
      assertThat(attempt.state()).as(job).isEqualTo(state);
      return this;
    }

    OfJob because(ReasonCode code) {
      assertThat(attempt.reason().code()).isEqualTo(code);
      return this;
    }

    OfJob saying(String words) {
      assertThat(attempt.reason().message()).contains(words);
      return this;
    }

    OfJob asAttempt(int number) {
      assertThat(attempt.number()).as("attempt of %s", job).isEqualTo(number);
      return this;
    }

    OfJob withSteps(StepState... states) {
      List<Step> steps = attempt instanceof Attempt.WithAgent held ? held.steps() : ended().steps();
      assertThat(steps).extracting(Step::state).containsExactly(states);
      return this;
    }

    private Attempt.Ended ended() {
      assertThat(attempt).isInstanceOf(Attempt.Ended.class);
      return (Attempt.Ended) attempt;
    }
  }

  record OfReply(Decision reply) {

    void isAccepted() {
      assertThat(reply).isInstanceOf(Decision.Accepted.class);
    }

    void isLate() {
      assertThat(reply).isInstanceOf(Decision.Late.class);
    }

    void isStale() {
      isRefused(Refusal.Code.STALE_LEASE);
    }

    void isRefused(Refusal.Code code) {
      assertThat(reply).isInstanceOf(Decision.Refused.class);
      assertThat(((Decision.Refused) reply).refusal().code()).isEqualTo(code);
    }
  }

  private Then() {}
}
