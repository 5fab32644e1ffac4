package dev.pawl.core.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The sentence of each kind of fact.
class FactTextTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LATER = NOW.plusSeconds(90);
  private static final Fact.FailedStep STEP =
      new Fact.FailedStep("Test", "ci.yml:7:9", "exit code 1");
  private static final Fact.Classified CLASS =
      new Fact.Classified(
          ReasonCode.TEST, Optional.of(new Evidence("surefire", " Tests run: 3, Failures: 1")));

  private static Map<Fact, String> sentences() {
    Map<Fact, String> sentences = new LinkedHashMap<>();
    sentences.put(
        new Fact.Approvals(List.of("ana"), 1, List.of("ana", "bob")),
        "it waits for one approval by ana or bob; approved by ana");
    sentences.put(new Fact.Approvals(List.of("ana"), 0, List.of()), "it is approved by ana");
    sentences.put(new Fact.Until(LATER), "it waits until its time comes in 1 min 30 s");
    sentences.put(
        new Fact.InGroup(
            "default:app#deploy",
            List.of(new Fact.Ahead(3, "", true), new Fact.Ahead(4, "ship", false))),
        "it waits for the concurrency group 'deploy', behind run #3; run #4 (ship), which waits"
            + " too");
    sentences.put(
        new Fact.MaxParallel(2, 2),
        "`max-parallel` of its matrix allows 2 jobs at a time, and 2 are ahead");
    sentences.put(new Fact.MissingLabels(List.of()), "no agent is connected");
    sentences.put(new Fact.MissingLabels(List.of("gpu")), "no agent has the label gpu");
    sentences.put(new Fact.BusyAgents(List.of("a1")), "its agent 'a1' has no free slot");
    sentences.put(
        new Fact.BusyAgents(List.of("a1", "a2")), "all 2 agents with its labels are busy");
    sentences.put(
        new Fact.DrainedAgents(List.of("a1", "a2")),
        "agents 'a1', 'a2' with its labels: drained, so that they get no job");
    sentences.put(
        new Fact.Upstream(
            List.of(
                new Fact.Need("build", AttemptState.RUNNING),
                new Fact.Need("lint", AttemptState.TIMED_OUT))),
        "it needs build (running), lint (timed out)");
    sentences.put(
        new Fact.FalseCondition("github.ref == 'main'", "github.ref is 'topic'"),
        "its condition was false: github.ref == 'main', where github.ref is 'topic'");
    sentences.put(new Fact.SupersededBy(5), "run #5 superseded it");
    sentences.put(
        new Fact.OpenBreaker("npm", Optional.of(LATER)),
        "the breaker of tool 'npm' is open; it is tried again in 1 min 30 s");
    sentences.put(
        new Fact.OpenBreaker("npm", Optional.empty()),
        "the breaker of tool 'npm' is half open: a step tries it");
    sentences.put(
        new Fact.Retry(1, 2, ReasonCode.LOST),
        "it is retry 1 of 2, after a failure of class 'lost'");
    sentences.put(
        new Fact.NextRun(1, 2, LATER),
        "the workflow's `retry` starts the next run in 1 min 30 s: retry 1 of 2");
    sentences.put(
        new Fact.Lease("a1", 2, LATER),
        "agent 'a1' has it by lease 2, which expires in 1 min 30 s unless it is renewed");
    sentences.put(new Fact.Deadline(NOW.minusSeconds(1)), "its state ends now at the latest");
    sentences.put(new Fact.EndedByAgent(LATER), "its agent ends it in 1 min 30 s");
    sentences.put(new Fact.Jobs(3, 1, 2), "3 jobs open: 1 with agents, 2 queued");
    sentences.put(STEP, "step 'Test' failed: exit code 1; it is defined at ci.yml:7:9");
    sentences.put(
        CLASS,
        "it counts as a failure of class 'test' by the rule 'surefire': Tests run: 3, Failures:"
            + " 1");
    sentences.put(
        new Fact.FailedJob("build", AttemptState.FAILED, Optional.of(STEP), CLASS, "exit code 1"),
        "job 'build' failed: step 'Test' failed: exit code 1; it is defined at ci.yml:7:9; it"
            + " counts as a failure of class 'test' by the rule 'surefire': Tests run: 3,"
            + " Failures: 1");
    sentences.put(
        new Fact.WaitingJob(
            "ship",
            new Status(Phase.WAITING, ReasonCode.APPROVAL, "waits for one approval"),
            List.of()),
        "job 'ship' waits: waits for one approval");
    sentences.put(new Fact.Followed(2), "attempt 2 followed");
    return sentences;
  }

  @Test
  void everyKindOfFactHasItsSentence() {
    var text = new FactText(NOW);
    sentences().forEach((fact, sentence) -> assertThat(text.of(fact)).isEqualTo(sentence));
    assertThat(sentences().keySet().stream().map(Object::getClass).collect(Collectors.toSet()))
        .isEqualTo(Arrays.stream(Fact.class.getPermittedSubclasses()).collect(Collectors.toSet()));
  }

  @Test
  void anExplanationIsALineForEachFact() {
    var why =
        new Explanation(
            new Status(Phase.PENDING, ReasonCode.PROGRESS, ""),
            List.of(new Fact.MissingLabels(List.of("gpu")), new Fact.Followed(2)),
            Optional.empty());
    assertThat(new FactText(NOW).lines(why))
        .containsExactly("No agent has the label gpu.", "Attempt 2 followed.");
  }

  @Test
  void aKindIsNamedByItsWords() {
    assertThat(Fact.kindOf(Fact.MissingLabels.class)).isEqualTo("missing_labels");
  }
}
