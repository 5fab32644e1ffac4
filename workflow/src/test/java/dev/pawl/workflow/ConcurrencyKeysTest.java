package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.job;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.GroupRule.Queue;
import dev.pawl.workflow.model.ConcurrencyDefinition;
import dev.pawl.workflow.model.text.TemplateText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrencyKeysTest {

  @Test
  void aNameAloneIsAGroup() {
    ConcurrencyDefinition group = of("deploy-${{ github.ref }}");
    assertThat(group.key().source()).isEqualTo("deploy-${{ github.ref }}");
    assertThat(group.isCommand()).isFalse();
    assertThat(group.max()).isEqualTo(1);
    assertThat(group.cancelInProgress()).isEmpty();
    assertThat(group.queue()).as("as elsewhere").isEqualTo(Queue.NEWEST);
  }

  @ParameterizedTest
  @CsvSource({"single,NEWEST", "newest,NEWEST", "max,MAX"})
  void aQueueHasThreeNames(String written, Queue queue) {
    assertThat(of("{ group: a, queue: " + written + " }").queue()).isEqualTo(queue);
  }

  @Test
  void aGroupMayBeFoundOutByACommand() {
    ConcurrencyDefinition group = of("{ group-command: ./which.sh, max: 3 }");
    assertThat(group.isCommand()).isTrue();
    assertThat(group.key().source()).isEqualTo("./which.sh");
    assertThat(group.max()).isEqualTo(3);
    assertThat(errors(job("concurrency: { group: a, group-command: b }")))
        .containsExactly("6:18 `group` and `group-command` are both set: keep one");
    assertThat(errors(job("concurrency: { max: 1 }")))
        .containsExactly("6:18 `group` is missing in `concurrency`");
    assertThat(errors("concurrency: { group-command: b }\n" + job("")))
        .contains("1:16 unknown key `group-command` in `concurrency`");
  }

  @Test
  void aGroupCommandIsEvaluatedByThePlanner() {
    assertThat(errors(job("concurrency: { group-command: 'echo ${{ matrix.os }}' }"))).isEmpty();
    assertThat(errors(job("concurrency: { group-command: 'echo ${{ env.A }}' }"))).hasSize(1);
  }

  @Test
  void aNewcomerCannotBothCancelAndWait() {
    assertThat(errors(job("concurrency: { group: a, cancel-in-progress: true, queue: max }")))
        .containsExactly("6:56 `queue: max` and `cancel-in-progress: true` contradict each other");
    assertThat(
            of("{ group: a, cancel-in-progress: '${{ github.ref != 1 }}', queue: max }")
                .cancelInProgress()
                .map(TemplateText::source))
        .contains("${{ github.ref != 1 }}");
  }

  @Test
  void aLiteralNameIsBounded() {
    String tooLong = "g".repeat(1_025);
    String problem = "the name of the group has more than 1,024 bytes, which is the most";
    assertThat(errors(job("concurrency: " + tooLong))).containsExactly("6:18 " + problem);
    assertThat(errors(job("concurrency: { group: " + tooLong + " }")))
        .containsExactly("6:27 " + problem);
    assertThat(errors("concurrency: " + tooLong + "\n" + job("")))
        .containsExactly("1:14 " + problem);
    assertThat(errors(job("concurrency: \"a\\tb\"")))
        .containsExactly(
            "6:18 the name of the group contains a control character or half a character");
    assertThat(errors(job("concurrency: " + "g".repeat(1_024)))).isEmpty();
    assertThat(errors(job("concurrency: { group-command: " + tooLong + " }"))).isEmpty();
  }

  private static ConcurrencyDefinition of(String value) {
    return workflow(job("concurrency: " + value)).jobs().getFirst().concurrency().orElseThrow();
  }
}
