package dev.pawl.workflow;

import static dev.pawl.workflow.Reader.errors;
import static dev.pawl.workflow.Reader.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Files that are YAML, but that somebody wrote to hurt whoever reads them as a workflow.
@Timeout(value = 20, threadMode = SEPARATE_THREAD)
class HostileFileTest {

  private static final int ALMOST_A_MEBIBYTE = 1_000_000;

  @Test
  void aMegabyteOfUnknownKeysGivesFiftyErrors() {
    assertThat(errors(numbered(100_000, "k%d: 1\n"))).hasSize(50);
  }

  @Test
  void aMegabyteOfExpressionsGivesFiftyErrors() {
    assertThat(errors(job("needs: " + "${{ a }} ".repeat(ALMOST_A_MEBIBYTE / 9)))).hasSize(50);
    assertThat(errors(job("with:\n" + numbered(50_000, "  A%d: ${{ \n")))).hasSize(50);
  }

  @Test
  void tenThousandJobsWithUnknownNeedsGiveFiftyErrors() {
    String id = "a-rather-long-job-id";
    String job = "  " + id + "%d: { needs: " + id + "x, runs-on: x, steps: [{ run: x }] }\n";
    assertThat(errors("on: push\njobs:\n" + numbered(9_000, job)))
        .hasSize(50)
        .allMatch(error -> error.endsWith(" there is no job `" + id + "x`"));
  }

  @Test
  void jobsThatAllNeedEachOtherGiveFiftyErrors() {
    String all =
        IntStream.range(0, 300).mapToObj(job -> "j" + job).collect(Collectors.joining(", "));
    assertThat(
            errors(
                "on: push\njobs:\n"
                    + numbered(
                        300, "  j%d: { needs: [" + all + "], runs-on: x, steps: [{ run: x }] }\n")))
        .hasSize(50);
  }

  @Test
  void aLineOfAMegabyteIsNotShownInFull() {
    Reading reading = Reader.read("on: push\njobs: " + "x".repeat(ALMOST_A_MEBIBYTE));
    assertThat(reading.diagnostics().render().length()).isLessThan(1_000);
  }

  @Test
  void aFileNameCannotWriteToTheTerminal() {
    Reading reading = WorkflowFile.read("\u001b[2J.yml", "a: 1".getBytes(UTF_8));
    assertThat(reading.diagnostics().render()).doesNotContain("\u001b");
  }

  private static String numbered(int count, String line) {
    return IntStream.range(0, count).mapToObj(line::formatted).collect(Collectors.joining());
  }
}
