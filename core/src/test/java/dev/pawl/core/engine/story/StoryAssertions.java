package dev.pawl.core.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.CircuitBreakers;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.NextTransition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Assertions of a story.
public final class StoryAssertions {

  public record OfRun(Run run) {

    public OfRun is(RunState state) {
      assertThat(run.state()).isEqualTo(state);
      return this;
    }

    public OfRun because(ReasonCode code) {
      assertThat(run.reason().code()).isEqualTo(code);
      return this;
    }

    public OfRun saying(String words) {
      assertThat(run.reason().message()).contains(words);
      return this;
    }

    /// The exact message.
    public OfRun inTheWords(String message) {
      assertThat(run.reason().message()).isEqualTo(message);
      return this;
    }
  }

  public record OfJob(Run run, String job, Attempt attempt) {

    public OfJob is(AttemptState state) {
      assertThat(attempt.state()).as(job).isEqualTo(state);
      return this;
    }

    public OfJob because(ReasonCode code) {
      assertThat(attempt.reason().code()).isEqualTo(code);
      return this;
    }

    public OfJob saying(String words) {
      assertThat(attempt.reason().message()).contains(words);
      return this;
    }

    /// The exact message.
    public OfJob inTheWords(String message) {
      assertThat(attempt.reason().message()).isEqualTo(message);
      return this;
    }

    public OfJob asAttempt(int number) {
      assertThat(attempt.number()).as("attempt of %s", job).isEqualTo(number);
      return this;
    }

    public OfJob withSteps(StepState... states) {
      List<Step> steps = attempt instanceof Attempt.WithAgent held ? held.steps() : ended().steps();
      assertThat(steps).extracting(Step::state).containsExactly(states);
      return this;
    }

    public OfJob whoseStepsAreCalled(String... names) {
      List<Step> steps = attempt instanceof Attempt.WithAgent held ? held.steps() : ended().steps();
      assertThat(steps).extracting(Step::name).containsExactly(names);
      return this;
    }

    private Attempt.Ended ended() {
      assertThat(attempt).isInstanceOf(Attempt.Ended.class);
      return (Attempt.Ended) attempt;
    }
  }

  public record OfGroup(Group group) {

    public OfGroup isHeldBy(RunId... runs) {
      assertThat(group.holders()).extracting(member -> member.run()).containsExactly(runs);
      return this;
    }

    public OfGroup isWaitedForBy(RunId... runs) {
      assertThat(group.waiting()).extracting(member -> member.run()).containsExactly(runs);
      return this;
    }

    public void isEmpty() {
      assertThat(group.members()).isEmpty();
    }
  }

  public record OfBreaker(Breaker breaker, Instant now) {

    public OfBreaker is(BreakerState state) {
      assertThat(breaker.state()).isEqualTo(state);
      return this;
    }

    public OfBreaker asksToWait(Duration duration) {
      assertThat(CircuitBreakers.retryAfter(breaker, now)).isEqualTo(duration);
      return this;
    }
  }

  public record OfWhy(Explanation why) {

    public OfWhy is(Phase phase) {
      assertThat(why.status().phase()).isEqualTo(phase);
      return this;
    }

    public OfWhy because(ReasonCode code) {
      assertThat(why.status().reason()).isEqualTo(code);
      return this;
    }

    /// The exact message.
    public OfWhy inTheWords(String message) {
      assertThat(why.status().message()).isEqualTo(message);
      return this;
    }

    /// Exactly these facts, in this order.
    public OfWhy by(Fact... facts) {
      assertThat(why.facts()).containsExactly(facts);
      return this;
    }

    public OfWhy thenComes(String row, Instant at) {
      assertThat(why.next()).contains(new NextTransition(row, at));
      return this;
    }

    public void thenNothingComes() {
      assertThat(why.next()).isEmpty();
    }
  }

  public record OfReply(Decision reply) {

    public void isAccepted() {
      assertThat(reply).isInstanceOf(Decision.Accepted.class);
    }

    /// Accepted, with nothing to write.
    public void changesNothing() {
      isAccepted();
      assertThat(((Decision.Accepted) reply).transitions()).isEmpty();
    }

    public void isLate() {
      assertThat(reply).isInstanceOf(Decision.Late.class);
    }

    public void isStale() {
      isRefused(Refusal.Code.STALE_LEASE);
    }

    public OfReply isRefused(Refusal.Code code) {
      assertThat(reply).isInstanceOf(Decision.Refused.class);
      assertThat(((Decision.Refused) reply).refusal().code()).isEqualTo(code);
      return this;
    }

    public void inTheWords(String message) {
      assertThat(((Decision.Refused) reply).refusal().message()).isEqualTo(message);
    }
  }

  private StoryAssertions() {}
}
