package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.hints;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NeedsKeyTest {

  @Test
  void needsAreOneJobOrAList() {
    assertThat(errors(jobs("a: []", "b: a", "c: [a, b]"))).isEmpty();
  }

  @Test
  void aNeedMayPointForwards() {
    assertThat(errors(jobs("a: b", "b: []"))).isEmpty();
  }

  @Test
  void anUnknownNeedHasASuggestion() {
    assertThat(errors(jobs("build: []", "test: [buidl]")))
        .containsExactly("4:19 unknown job `buidl`");
    assertThat(hints(jobs("build: []", "test: [buidl]"))).containsExactly("did you mean `build`?");
  }

  @Test
  void aNeedOfAnInvalidJobIsNotUnknown() {
    assertThat(errors(jobs("b: a") + "  a: x\n"))
        .containsExactly("4:6 `jobs.a`: expected a mapping, found a string");
  }

  @Test
  void aJobCannotNeedItself() {
    assertThat(errors(jobs("a: a"))).containsExactly("3:15 the job `a` needs itself");
  }

  @Test
  void aCircleIsNamed() {
    assertThat(errors(jobs("a: b", "b: a")))
        .containsExactly(
            "3:15 jobs need each other in a cycle: a → b → a",
            "4:15 jobs need each other in a cycle: a → b → a");
    assertThat(errors(jobs("x: a", "a: b", "b: [x, c]", "c: a")))
        .contains(
            "5:16 jobs need each other in a cycle: x → a → b → x",
            "6:15 jobs need each other in a cycle: a → b → c → a");
  }

  @Test
  void aDiamondIsNoCircle() {
    assertThat(errors(jobs("a: []", "b: a", "c: a", "d: [b, c]"))).isEmpty();
  }

  @Test
  void upperAndLowerCaseAreAlike() {
    assertThat(errors(jobs("Build: []", "test: build"))).isEmpty();
    assertThat(errors(jobs("A: b", "b: a")))
        .contains("4:15 jobs need each other in a cycle: A → b → A");
  }

  @Test
  void aNeedWrittenTwiceIsWarnedAbout() {
    assertThat(warnings(jobs("a: []", "b: [a, a]")))
        .containsExactly("4:19 `a` is listed twice in `needs`");
  }

  @Test
  void needsAreNamesOfJobs() {
    assertThat(errors(jobs("a: { b: c }")))
        .containsExactly("3:15 `needs`: expected a string or a list, found a mapping");
    assertThat(errors(jobs("a: [[b]]")))
        .containsExactly("3:16 each item of `needs`: expected a string, found a list");
    assertThat(errors(jobs("a: ''"))).containsExactly("3:15 `needs` is empty");
  }

  @Test
  @Timeout(value = 20, threadMode = SEPARATE_THREAD)
  void aChainOfTenThousandJobsIsWalked() {
    assertThat(workflow(chain("[]")).jobs()).hasSize(10_000);
    assertThat(errors(chain("j9999")))
        .singleElement()
        .asString()
        .contains("j0 → j9999 → j9998 → ")
        .contains(" → … → j1 → j0");
  }

  private static String chain(String needsOfTheFirst) {
    return jobs(
        IntStream.range(0, 10_000)
            .mapToObj(
                index -> "j" + index + ": " + (index == 0 ? needsOfTheFirst : "j" + (index - 1)))
            .toArray(String[]::new));
  }

  /// Jobs from `id: needs`.
  private static String jobs(String... ids) {
    return "on: push\njobs:\n"
        + IntStream.range(0, ids.length)
            .mapToObj(index ->
                "  "
                    + ids[index].replaceFirst(": ", ": { needs: ")
                    + ", runs-on: x, steps: [{ run: x }] }\n")
            .collect(Collectors.joining());
  }
}
