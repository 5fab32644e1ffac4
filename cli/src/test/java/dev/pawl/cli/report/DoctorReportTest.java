package dev.pawl.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.doctor.FailedJobAdvice;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.HealthReport;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoctorReportTest {

  private static List<String> lines(HealthReport found, Optional<String> store) {
    return new DoctorReport(found, List.of(), found, store).lines();
  }

  private static FailedJobAdvice failed(long number, String job) {
    return new FailedJobAdvice(
        new RunId("run-" + number + job),
        number,
        "w.yml",
        job,
        job + " failed after 1 attempt: exit code 3",
        List.of("pawl rerun %d --job '%s'".formatted(number, job)));
  }

  @Test
  void aHealthyStore() {
    assertThat(lines(new HealthReport(List.of(), List.of(), 5, false), Optional.empty()))
        .containsExactly("Checked 5 journals: the store is healthy.");
  }

  @Test
  void problemsSayWhatToDoNext() {
    var finding = new Finding(Finding.Code.ROWS_DIFFER, "run", "r1", "a row is missing");
    assertThat(lines(new HealthReport(List.of(finding), List.of(), 1, false), Optional.empty()))
        .last()
        .isEqualTo(
            "Checked 1 journal: 1 problem found. Run `pawl doctor --repair` to repair what can be"
                + " repaired.");
  }

  @Test
  void failedJobsHaveCommandsToCopy() {
    List<FailedJobAdvice> advice = List.of(failed(1, "a b"), failed(2, "a b"), failed(2, "c"));
    var found = new HealthReport(List.of(), advice, 5, false);

    assertThat(lines(found, Optional.empty()))
        .containsExactly(
            "Failed jobs with no retry left (not a problem of the store):",
            "  #2 a b failed after 1 attempt: exit code 3",
            "    try again: pawl rerun 2 --job 'a b'",
            "  #2 c failed after 1 attempt: exit code 3",
            "    try again: pawl rerun 2 --job 'c'",
            "  all 2 failed jobs of #2: pawl rerun 2 --failed",
            "Checked 5 journals: the store is healthy.");
    assertThat(lines(found, Optional.of("postgresql://u@h/d")))
        .contains("    try again: pawl rerun 2 --job 'c' --store postgresql://u@h/d");
  }
}
