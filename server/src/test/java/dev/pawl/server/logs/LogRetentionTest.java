package dev.pawl.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogRetention.Pruned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRetentionTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  /// The bytes of one entry in the file of arrival times.
  private static final int TIMES = "0 0\n".length();

  @TempDir private Path directory;
  private LogFiles files;
  private final Map<RunId, Instant> over = new HashMap<>();

  @BeforeEach
  void someLogs() {
    files = new LogFiles(directory.resolve("logs"), 400, () -> Instant.EPOCH);
    run("running", 1_000, null);
    run("week", 1_000, Duration.ofDays(7));
    run("day", 1_000, Duration.ofDays(1));
    run("hour", 1_000, Duration.ofHours(1));
    run("minute", 1_000, Duration.ofMinutes(1));
  }

  private void run(String id, int bytes, @Nullable Duration ago) {
    var run = new RunId(id);
    try (var logs = new LogStore(files)) {
      for (int step = 0; step < 2; step++) {
        logs.append(
            new LogRef(run, new LeaseRef(new AttemptRef(step, 1), 1), step),
            0,
            new byte[bytes / 2 - TIMES]);
      }
    }
    if (ago != null) {
      over.put(run, NOW.minus(ago));
    }
  }

  @Test
  void logsGoWhenTheirRunHasBeenOverForLongEnough() throws IOException {
    assertThat(prune(Duration.ofDays(1), Long.MAX_VALUE)).isEqualTo(new Pruned(2, 2_000));
    assertThat(left()).containsExactly("hour", "minute", "running");
  }

  @Test
  void ofTooMuchTheOldestGoUntilItIsNotTooMuch() throws IOException {
    assertThat(prune(FOR_EVER, 4_999)).isEqualTo(new Pruned(1, 1_000));
    assertThat(left()).containsExactly("day", "hour", "minute", "running");
    assertThat(prune(FOR_EVER, 4_000)).isEqualTo(new Pruned(0, 0));
    assertThat(prune(FOR_EVER, 2_500)).isEqualTo(new Pruned(2, 2_000));
    assertThat(left()).containsExactly("minute", "running");
  }

  @Test
  void logsThatMayStillGrowAreKept() throws IOException {
    prune(Duration.ZERO, 0);
    assertThat(left()).containsExactly("minute", "running");
  }

  @Test
  void whatWasBegunIsDoneByTheNext() throws IOException {
    Path logs = directory.resolve("logs");
    Files.move(logs.resolve("week"), logs.resolve(".gone-week"));
    assertThat(prune(FOR_EVER, Long.MAX_VALUE)).isEqualTo(new Pruned(0, 0));
    assertThat(left()).containsExactly("day", "hour", "minute", "running");
  }

  @Test
  void whereNothingHasBeenRunThereIsNothingToDo() {
    var none = new LogFiles(directory.resolve("none"));
    var retention = new LogRetention(Duration.ZERO, 0);
    assertThat(retention.prune(none, _ -> Optional.of(NOW), NOW)).isEqualTo(new Pruned(0, 0));
  }

  private Pruned prune(Duration age, long bytes) {
    return new LogRetention(age, bytes)
        .prune(files, run -> Optional.ofNullable(over.get(run)), NOW);
  }

  private List<String> left() throws IOException {
    try (Stream<Path> runs = Files.list(directory.resolve("logs"))) {
      return runs.map(run -> run.getFileName().toString()).sorted().toList();
    }
  }
}
