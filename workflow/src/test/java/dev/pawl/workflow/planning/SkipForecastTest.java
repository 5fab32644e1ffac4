package dev.pawl.workflow.planning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Jobs that are known to be skipped before anything runs.
class SkipForecastTest {

  private static final RepositoryFixture FILES =
      RepositoryFixture.with(
          "./called.yml",
          """
          on: workflow_call
          jobs:
            first: { runs-on: linux, steps: [{ run: x }] }
            second: { needs: first, runs-on: linux, steps: [{ run: x }] }
            never: { if: "false", runs-on: linux, steps: [{ run: x }] }
          """);

  /// @param jobs a line each, without what every job has
  private static String workflow(String... jobs) {
    StringBuilder yaml = new StringBuilder("on: push\njobs:\n");
    for (String job : jobs) {
      String work = job.contains("uses:") ? "" : ", runs-on: linux, steps: [{ run: x }]";
      yaml.append("  ").append(job.replace("}", work + " }")).append('\n');
    }
    return yaml.toString();
  }

  @Test
  void aSkipGoesOnToWhatWantsItsSuccess() {
    assertThat(
            FILES.skipped(
                workflow(
                    "a: { if: github.ref == 'x' }",
                    "b: { needs: A }",
                    "c: { needs: [b, d], if: github.ref != 'x' }",
                    "d: { if: success() }")))
        .containsExactly(
            "a: skipped: if: github.ref == 'x' — github.ref is 'refs/heads/main'",
            "b: skipped: it needs a, which is skipped",
            "c: skipped: it needs b, which is skipped");
  }

  @Test
  void notToWhatAsksHowThingsHaveGone() {
    assertThat(
            FILES.skipped(
                workflow(
                    "a: { if: 1 == 2 }",
                    "b: { needs: a, if: always() }",
                    "c: { needs: a, if: success() || failure() }",
                    "d: { needs: b }")))
        .containsExactly("a: skipped: if: 1 == 2");
  }

  @Test
  void aCallThatWantsItsSuccessIsSkippedWhole() {
    assertThat(FILES.skipped(workflow("a: { if: 1 == 2 }", "b: { needs: a, uses: ./called.yml }")))
        .contains(
            "b / first: skipped: it needs a, which is skipped",
            "b / second: skipped: it needs b / first, which is skipped");
  }

  @Test
  void aCallWithAlwaysIsNotSkipped() {
    assertThat(
            FILES.skipped(
                workflow(
                    "a: { if: 1 == 2 }",
                    "b: { needs: a, if: always(), uses: ./called.yml }",
                    "c: { needs: b }")))
        .containsExactly("a: skipped: if: 1 == 2", "b / never: skipped: if: false");
  }
}
