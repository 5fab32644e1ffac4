package dev.pawl.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.view.Palette;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of a run's journal.
class HistoryReportTest {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void columnsAreAlignedAlsoWithoutMilliseconds() {
    var out = new ByteArrayOutputStream();
    var lines =
        List.of(
            row(9, AT, "attempt", "build/1", "queued", "LEASE", "leased"),
            row(10, AT.plusMillis(120), "fact", "日本/1", "", "rendered", ""),
            row(11, AT.plusNanos(5), "run", "r1", "running", "SUCCEED", "success"));
    var run =
        new RunRow(
            new RunId("r1"),
            1,
            "",
            "",
            "",
            "",
            Phase.SUCCESS,
            "success",
            "ok",
            "",
            AT,
            AT,
            1,
            "",
            "",
            "",
            "",
            AT,
            0,
            0,
            false,
            "");

    new HistoryReport(run, lines, new Palette(false)).print(new PrintStream(out, true, UTF_8));

    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            " 9  2026-01-02T03:04:05.000Z  attempt build/1  queued  → leased   LEASE     agent:a",
            "10  2026-01-02T03:04:05.120Z  job 日本/1                          rendered  agent:a",
            "11  2026-01-02T03:04:05.000Z  run              running → success  SUCCEED   agent:a");
  }

  private static TransitionRow row(
      long seq, Instant at, String machine, String entity, String from, String event, String to) {
    return new TransitionRow(seq, at, machine, entity, from, event, to, "progress", "", "agent:a");
  }
}
