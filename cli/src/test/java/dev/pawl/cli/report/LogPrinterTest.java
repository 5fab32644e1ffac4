package dev.pawl.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.runs.FileLogs;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRef;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of the steps of two jobs, `a` and `b`.
class LogPrinterTest {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final RunId RUN = new RunId("r1");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:]{8}\\.\\d{3}Z ");

  @TempDir private Path directory;
  private LogFiles files;
  private LogStore logs;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void open() {
    files = new LogFiles(directory);
    logs = new LogStore(files);
  }

  @AfterEach
  void close() {
    logs.close();
  }

  @Test
  void aHeadlineBeginsANewLine() {
    prints(0, "no newline");
    prints(1, "next\n");

    printAll(false);

    assertThat(out).hasToString("── The a › Unit\nno newline\n── The b › Unit\nnext\n");
  }

  @Test
  void linesHaveTheTimeOfTheirArrival() {
    prints(0, "one\n\ntwo");

    printAll(true);

    List<String> lines = out.toString(UTF_8).lines().skip(1).toList();
    assertThat(lines).hasSize(3).allMatch(line -> TIME.matcher(line).lookingAt());
    assertThat(lines.stream().map(line -> line.substring(25))).containsExactly("one", "", "two");
    assertThat(err).hasToString("");
  }

  @Test
  void anOldLogHasNoTimes() throws IOException {
    prints(0, "one\ntwo\n");
    Files.delete(directory.resolve("r1/0-1-1/0.times"));

    printAll(true);

    String column = "-" + " ".repeat(24);
    assertThat(out.toString(UTF_8).lines().skip(1)).containsExactly(column + "one", column + "two");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @Test
  void aSilentStepDoesNotDelayAnother() throws InterruptedException {
    prints(0, "begun\n");
    Deque<Supplier<RunLogSnapshot>> reads = new ArrayDeque<>();
    reads.add(() -> run(false));
    reads.add(() -> {
      prints(1, "other\n");
      return run(false);
    });
    reads.add(() -> {
      assertThat(out.toString(UTF_8)).contains("other");
      prints(0, "end\n");
      return run(true);
    });
    reads.add(() -> run(true));

    new LiveLogPrinter(
            () -> Optional.ofNullable(reads.poll()).map(Supplier::get), printer(true), false)
        .print();

    assertThat(out.toString(UTF_8).lines().map(line -> TIME.matcher(line).replaceFirst("")))
        .containsExactly(
            "── The a › Unit", "begun", "── The b › Unit", "other", "── The a › Unit", "end");
  }

  @Test
  void aToleratedFailureIsMarkedInTheHeadline() {
    prints(0, "bad\n");
    StepRow failed =
        new StepRow(0, 1, 0, "Lint", "step", "failed", 1, "", AT, AT, true, "ci.yml:3:9", 1);
    RunLogSnapshot run =
        RunLogSnapshot.of(row(true), true, List.of(attempt(0, true)), List.of(failed), List.of());

    run.steps(true).forEach(step -> printer(false).print(run, step));

    assertThat(out).hasToString("── The a › Lint  failed, tolerated\nbad\n");
  }

  private void printAll(boolean hasTimestamps) {
    RunLogSnapshot run = run(true);
    LogPrinter printer = printer(hasTimestamps);
    run.steps(false).forEach(step -> printer.print(run, step));
  }

  private LogPrinter printer(boolean hasTimestamps) {
    return new LogPrinter(
        new FileLogs(files),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        hasTimestamps);
  }

  private void prints(int job, String text) {
    var log = new LogRef(RUN, new LeaseRef(new AttemptRef(job, 1), 1), 0);
    logs.append(log, files.log(log).size(), text.getBytes(UTF_8));
  }

  private static RunLogSnapshot run(boolean isOver) {
    return RunLogSnapshot.of(
        row(isOver),
        true,
        List.of(attempt(0, isOver), attempt(1, isOver)),
        List.of(step(0), step(1)),
        List.of());
  }

  private static RunRow row(boolean isOver) {
    return new RunRow(
        RUN,
        1,
        "ci",
        "ci.yml",
        "push",
        "person:ann",
        Phase.RUNNING,
        "running",
        "progress",
        "",
        AT,
        isOver ? AT : null,
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
  }

  private static AttemptRow attempt(int job, boolean isOver) {
    String id = job == 0 ? "a" : "b";
    Instant end = isOver ? AT : null;
    return new AttemptRow(
        job,
        1,
        id,
        Phase.RUNNING,
        "running",
        "progress",
        "",
        AT,
        end,
        "The " + id,
        false,
        AT,
        null,
        null,
        List.of(),
        "",
        "",
        1,
        null);
  }

  private static StepRow step(int job) {
    return new StepRow(job, 1, 0, "Unit", "step", "running", null, "", AT, null, false, "", 1);
  }
}
