package dev.pawl.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.group.Group;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.core.step.Step;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.Next;
import dev.pawl.core.why.Why;
import java.time.Duration;
import java.time.Instant;
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

    /// Exactly so.
    OfRun inTheWords(String message) {
      assertThat(run.reason().message()).isEqualTo(message);
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

    /// Exactly so.
    OfJob inTheWords(String message) {
      assertThat(attempt.reason().message()).isEqualTo(message);
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

    OfJob whoseStepsAreCalled(String... names) {
      List<Step> steps = attempt instanceof Attempt.WithAgent held ? held.steps() : ended().steps();
      assertThat(steps).extracting(Step::name).containsExactly(names);
      return this;
    }

    private Attempt.Ended ended() {
      assertThat(attempt).isInstanceOf(Attempt.Ended.class);
      return (Attempt.Ended) attempt;
    }
  }

  record OfGroup(Group group) {

    OfGroup isHeldBy(RunId... runs) {
      assertThat(group.holders()).extracting(member -> member.run()).containsExactly(runs);
      return this;
    }

    OfGroup isWaitedForBy(RunId... runs) {
      assertThat(group.waiting()).extracting(member -> member.run()).containsExactly(runs);
      return this;
    }

    void isEmpty() {
      assertThat(group.members()).isEmpty();
    }
  }

  record OfBreaker(Breaker breaker, Instant now) {

    OfBreaker is(BreakerState state) {
      assertThat(breaker.state()).isEqualTo(state);
      return this;
    }

    OfBreaker asksToWait(Duration duration) {
      assertThat(Breaking.retryAfter(breaker, now)).isEqualTo(duration);
      return this;
    }
  }

  record OfWhy(Why why) {

    OfWhy is(Phase phase) {
      assertThat(why.standing().phase()).isEqualTo(phase);
      return this;
    }

    OfWhy because(ReasonCode code) {
      assertThat(why.standing().reason()).isEqualTo(code);
      return this;
    }

    /// Exactly so.
    OfWhy inTheWords(String message) {
      assertThat(why.standing().message()).isEqualTo(message);
      return this;
    }

    /// These, in this order, and no others.
    OfWhy by(Fact... facts) {
      assertThat(why.facts()).containsExactly(facts);
      return this;
    }

    OfWhy thenComes(String row, Instant at) {
      assertThat(why.next()).contains(new Next(row, at));
      return this;
    }

    void thenNothingComes() {
      assertThat(why.next()).isEmpty();
    }
  }

  record OfReply(Decision reply) {

    void isAccepted() {
      assertThat(reply).isInstanceOf(Decision.Accepted.class);
    }

    /// Accepted, and nothing has to be written.
    void changesNothing() {
      isAccepted();
      assertThat(((Decision.Accepted) reply).transitions()).isEmpty();
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
