package dev.pawl.core.breaker;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.using;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.engine.story.StoryWorld.BEGINNING;
import static dev.pawl.core.lifecycle.BreakerState.CLOSED;
import static dev.pawl.core.lifecycle.BreakerState.HALF_OPEN;
import static dev.pawl.core.lifecycle.BreakerState.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.why.Fact;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Circuit breakers and tool profiles. Job `n` uses docker in its first step.
class CircuitBreakersTest extends EngineStory {

  private static final Duration COOLDOWN = Duration.ofMinutes(1);

  @BeforeEach
  void aRunWhoseJobsUseDocker() {
    given(
        workflow(
            List.of("1", "2", "3", "4", "5", "6", "7").stream()
                .map(id -> job(id).withSteps(using("docker"), StepPolicy.PLAIN))
                .toList()));
  }

  private void dockerFails(String job) {
    agent("a1").runs(job).asksForTheToolOf(job, 0);
    thenReply().isAccepted();
    agent("a1").usesTheToolOf(job, 0, StepState.FAILED, 125, ReasonCode.INFRA);
  }

  private void dockerWorks(String job) {
    agent("a1").runs(job).asksForTheToolOf(job, 0);
    thenReply().isAccepted();
    agent("a1").usesTheToolOf(job, 0, StepState.SUCCESS, 0, ReasonCode.OK);
  }

  /// A breaker that one failure opened, and whose cooldown is over.
  private void givenACooledBreaker(int successThreshold) {
    world().use(ToolProfile.breaking(1, COOLDOWN, successThreshold, List.of()));
    dockerFails("1");
    thenBreaker("docker").is(OPEN);
    passes(COOLDOWN);
  }

  @Test
  void aJobWhoseNextStepNeedsTheToolIsToldUntilWhen() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    dockerFails("1");
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    thenReply().isRefused(Refusal.Code.TOOL_UNAVAILABLE);
    assertThat(why("2").why().facts())
        .contains(new Fact.OpenBreaker("docker", Optional.of(BEGINNING.plus(COOLDOWN))));
    passes(COOLDOWN);
    agent("a1").asksForTheToolOf("2", 0);
    assertThat(why("2").why().facts()).contains(new Fact.OpenBreaker("docker", Optional.empty()));
  }

  @Test
  void aClosedBreakerLetsEverybodyThrough() {
    agent("a1").runs("1").asksForTheToolOf("1", 0);
    thenReply().changesNothing();
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    thenReply().changesNothing();
  }

  @Test
  void fiveFailuresInARowOpenIt() {
    for (String job : List.of("1", "2", "3", "4")) {
      dockerFails(job);
      thenBreaker("docker").is(CLOSED);
    }
    dockerFails("5");
    thenBreaker("docker").is(OPEN);
  }

  @Test
  void aSuccessInBetweenBeginsTheCountAnew() {
    List.of("1", "2", "3", "4").forEach(this::dockerFails);
    dockerWorks("5");
    dockerFails("6");
    thenBreaker("docker").is(CLOSED);
  }

  @Test
  void aRedTestNeverOpensIt() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    agent("a1").runs("1").usesTheToolOf("1", 0, StepState.FAILED, 1, ReasonCode.TEST);
    thenBreaker("docker").is(CLOSED);
  }

  @Test
  void profileExitCodeCountsAsToolFailure() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of(125)));
    agent("a1").runs("1").usesTheToolOf("1", 0, StepState.FAILED, 125, ReasonCode.USER);
    thenBreaker("docker").is(OPEN);
  }

  @Test
  void aFetchThatFailedIsAFailureOfTheTool() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    agent("a1").runs("1").usesTheToolOf("1", 0, StepState.FAILED, 1, ReasonCode.FETCH);
    thenBreaker("docker").is(OPEN);
  }

  @Test
  void anOpenBreakerLetsNobodyThroughAndSaysHowLong() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    dockerFails("1");
    passes(Duration.ofSeconds(20));
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    thenReply().isRefused(Refusal.Code.TOOL_UNAVAILABLE);
    thenBreaker("docker").asksToWait(Duration.ofSeconds(40));
  }

  @Test
  void stepRefusedItsToolFailsWithoutCounting() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    dockerFails("1");
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    agent("a1").failsForItsTool("2", 0);
    assertThat(rowsOf("2/1/0")).containsExactly("START", "FAIL");
    thenBreaker("docker").is(OPEN);
    agent("a1").completes("2", EngineCommand.Outcome.FAILED, ReasonCode.CIRCUIT_OPEN);
    then("2").because(ReasonCode.CIRCUIT_OPEN);
  }

  @Test
  void aStepThatWaitsForItsToolStaysPending() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    dockerFails("1");
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    then("2").withSteps(StepState.PENDING, StepState.PENDING);
    agent("a1").keepsBeatingFor(COOLDOWN, "2").asksForTheToolOf("2", 0);
    thenReply().isAccepted();
  }

  @Test
  void oneProbeIsAdmittedAfterTheCooldown() {
    givenACooledBreaker(1);
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    thenReply().isAccepted();
    thenBreaker("docker").is(HALF_OPEN);
    agent("a1").runs("3").asksForTheToolOf("3", 0);
    thenReply().isRefused(Refusal.Code.TOOL_UNAVAILABLE);
    agent("a1").asksForTheToolOf("2", 0);
    thenReply().isAccepted();
  }

  @Test
  void aProbeThatSucceedsClosesIt() {
    givenACooledBreaker(1);
    dockerWorks("2");
    thenBreaker("docker").is(CLOSED);
  }

  @Test
  void failedProbeStartsAnotherCooldown() {
    givenACooledBreaker(1);
    dockerFails("2");
    thenBreaker("docker").is(OPEN).asksToWait(COOLDOWN);
  }

  @Test
  void breakerClosesAfterTheProfilesNumberOfProbes() {
    givenACooledBreaker(2);
    dockerWorks("2");
    thenBreaker("docker").is(HALF_OPEN);
    dockerWorks("3");
    thenBreaker("docker").is(CLOSED);
  }

  @Test
  void aRedTestIsAProbeThatWentWell() {
    givenACooledBreaker(1);
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    agent("a1").usesTheToolOf("2", 0, StepState.FAILED, 1, ReasonCode.TEST);
    thenBreaker("docker").is(CLOSED);
  }

  @Test
  void probeWithoutOutcomeOpensTheBreaker() {
    givenACooledBreaker(1);
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    agent("a1").loses("2");
    thenBreaker("docker").is(OPEN);
  }

  @Test
  void aProbeThatIsForcedOpensItAgain() {
    givenACooledBreaker(1);
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    personForces();
    thenBreaker("docker").is(OPEN);
  }

  @Test
  void outcomesOfOthersDoNotCountDuringAProbe() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of()));
    agent("a1").runs("3").asksForTheToolOf("3", 0).reports("3", 0, StepState.RUNNING);
    dockerFails("1");
    agent("a1").keepsBeatingFor(COOLDOWN, "3");
    agent("a1").runs("2").asksForTheToolOf("2", 0);
    agent("a1").reports("3", 0, StepState.SUCCESS);
    thenBreaker("docker").is(HALF_OPEN);
  }

  @Test
  void aTriedAgainStepCountsByItsFinalStatusOnly() {
    world().use(ToolProfile.breaking(1, COOLDOWN, 1, List.of(1)));
    var policy = new StepPolicy(List.of(), 1, Optional.of("docker"), false);
    given(workflow(job("1").withSteps(policy)));
    agent("a1").runs("1").reports("1", 0, StepState.RUNNING).reports("1", 0, StepState.RETRYING);
    thenBreaker("docker").is(CLOSED);
    agent("a1").reports("1", 0, StepState.RUNNING).reports("1", 0, StepState.SUCCESS);
    thenBreaker("docker").is(CLOSED);
  }

  private static ToolProfile patient(int retries) {
    return new ToolProfile(
        5, COOLDOWN, 1, List.of(), List.of(0, 3), true, retries, Optional.of("docker info"));
  }

  @Test
  void stepWithoutRetryUsesItsToolsProfile() {
    world().use(patient(1));
    agent("a1").runs("1").reports("1", 0, StepState.RUNNING).reports("1", 0, StepState.RETRYING);
    thenReply().isAccepted();
    agent("a1").reports("1", 0, StepState.RUNNING).reports("1", 0, StepState.RETRYING);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void withoutRetryOnFailureNothingIsTriedAgain() {
    agent("a1").runs("1").reports("1", 0, StepState.RUNNING).reports("1", 0, StepState.RETRYING);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void stepSettingsOverrideItsToolsProfile() {
    var policy = new StepPolicy(List.of(7), 1, Optional.of("docker"), false);
    assertThat(patient(4).retries(policy)).isEqualTo(1);
    assertThat(patient(4).expectedExitCodes(policy)).containsExactly(7);
    assertThat(patient(4).retries(using("docker"))).isEqualTo(4);
    assertThat(patient(4).expectedExitCodes(using("docker"))).containsExactly(0, 3);
  }

  @Test
  void aStepWithoutAToolHasNothingToAskFor() {
    agent("a1").runs("1").asksForTheToolOf("1", 1);
    thenReply().isRefused(Refusal.Code.UNKNOWN);
    agent("a1").asksForTheToolOf("1", 9);
    thenReply().isRefused(Refusal.Code.UNKNOWN);
  }

  @Test
  void theDefaultsOfAProfile() {
    assertThat(ToolProfile.DEFAULT)
        .isEqualTo(ToolProfile.breaking(5, Duration.ofMinutes(1), 1, List.of()));
  }
}
