package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.job;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Valid YAML that was written to exhaust the reader of workflows.
@Timeout(value = 20, threadMode = SEPARATE_THREAD)
class HostileFileTest {

  private static final int ALMOST_A_MEBIBYTE = 1_000_000;

  @Test
  void manyUnknownKeysGiveFiftyErrors() {
    assertThat(errors(numbered(40_000, "k%d: 1\n"))).hasSize(50);
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
        .allMatch(error -> error.endsWith(" unknown job `" + id + "x`"));
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
    WorkflowReadResult reading =
        WorkflowFixture.read("on: push\njobs: " + "x".repeat(ALMOST_A_MEBIBYTE));
    assertThat(reading.diagnostics().render().length()).isLessThan(1_000);
  }

  @Test
  void aFileNameCannotWriteToTheTerminal() {
    WorkflowReadResult reading = WorkflowFile.read("\u001b[2J.yml", "a: 1".getBytes(UTF_8));
    assertThat(reading.diagnostics().render()).doesNotContain("\u001b");
  }

  static final Map<String, String> HOSTILE = hostile();

  @ParameterizedTest
  @FieldSource("NAMES")
  void itIsRejectedQuickly(String name) {
    byte[] bytes = requireNonNull(HOSTILE.get(name)).getBytes(ISO_8859_1);
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && best > MOST_NANOS; round++) {
      long begin = CLOCK.getCurrentThreadCpuTime();
      WorkflowReadResult reading = WorkflowFile.read("ci.yml", bytes);
      best = Math.min(best, CLOCK.getCurrentThreadCpuTime() - begin);
      assertThat(reading).isInstanceOf(WorkflowReadResult.Rejected.class);
      ReadInvariants.check(reading);
    }
    assertThat(best).isLessThan(MOST_NANOS);
  }

  static final List<String> NAMES = List.copyOf(HOSTILE.keySet());

  private static final long MOST_NANOS = 100_000_000;

  /// Enough rounds for the code to be compiled, also on a busy machine.
  private static final int ROUNDS = 40;

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private static Map<String, String> hostile() {
    Map<String, String> all = new TreeMap<>();
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 12; level++) {
      String alias = "*a" + (level - 1);
      bomb.append("a%d: &a%d [%s]\n".formatted(level, level, (alias + ", ").repeat(9)));
    }
    all.put("an alias bomb", bomb.toString());
    all.put("a megabyte of brackets", "on: " + "[".repeat(ALMOST_A_MEBIBYTE));
    all.put("a megabyte of braces", "{a: ".repeat(ALMOST_A_MEBIBYTE / 4));
    all.put(
        "deep nesting",
        "a:\n"
            + IntStream.range(1, 1000)
                .mapToObj(n -> " ".repeat(n) + "a:\n")
                .collect(Collectors.joining()));
    all.put(
        "a matrix of 10,000 values",
        job("strategy: { matrix: { a: [" + "1, ".repeat(10_000) + "] } }"));
    all.put(
        "a matrix of a million cells",
        job(
            "strategy: { matrix: { a: ["
                + "1, ".repeat(1000)
                + "], b: ["
                + "1, ".repeat(1000)
                + "] } }"));
    all.put(
        "10,000 cells to include",
        job("strategy: { matrix: { include: [" + "{ a: 1 }, ".repeat(10_000) + "] } }"));
    all.put("invalid UTF-8", "on: push\n# " + "\u00ff".repeat(ALMOST_A_MEBIBYTE));
    all.put("more than a mebibyte", "#".repeat(2 << 20));
    all.put("duplicate keys", "a: 1\n".repeat(100_000));
    all.put("a huge text", job("grace-period: '" + "1".repeat(900_000) + "'"));
    all.put("a huge number", job("timeout-minutes: " + "9".repeat(900_000)));
    all.put("a huge expression", job("name: ${{ " + "(".repeat(900_000) + " }}"));
    all.put("a huge pattern", "on: { push: { branches: ['" + "*".repeat(900_000) + "'] } }");
    all.put(
        "a huge regular expression",
        "rules: [{ name: a, class: infra, log: '" + "(a+)+".repeat(100_000) + "' }]");
    all.put("a huge schedule", "on: { schedule: [{ cron: '" + "1,".repeat(400_000) + "' }] }");
    all.put("outputs that are not there", outputsThatAreNotThere());
    return all;
  }

  private static String outputsThatAreNotThere() {
    return "on: push\njobs:\n  a:\n    outputs:\n"
        + numbered(5_000, "      o%d: x\n")
        + "  b:\n    needs: a\n    steps:\n      - run: |\n"
        + numbered(5_000, "          ${{ needs.a.outputs.p%d }}\n");
  }

  private static String numbered(int count, String line) {
    return IntStream.range(0, count).mapToObj(line::formatted).collect(Collectors.joining());
  }
}
