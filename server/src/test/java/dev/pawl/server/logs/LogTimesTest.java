package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The times at which bytes of a log arrived.
class LogTimesTest {

  private static final LogRef LOG = LogFixture.ofStep(2);
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.000Z");

  @TempDir private Path directory;
  private Instant now = START;
  private LogFiles files;
  private LogStore logs;

  @BeforeEach
  void anEmptyLog() {
    files = new LogFiles(directory, 1_000, () -> now);
    logs = new LogStore(files);
  }

  @Test
  void bytesHaveTheTimeOfTheirArrival() {
    append(0, "one\n");
    now = START.plusSeconds(5);
    append(4, "two\n");

    LogTimes times = read();

    assertThat(times.at(0)).contains(START);
    assertThat(times.at(3)).contains(START);
    assertThat(times.at(4)).contains(START.plusSeconds(5));
    assertThat(times.at(100)).contains(START.plusSeconds(5));
  }

  @Test
  void entriesAreAtLeastATenthOfASecondApart() throws IOException {
    for (int line = 0; line < 100; line++) {
      append(line * 2L, "x\n");
      now = now.plusMillis(10);
    }

    assertThat(Files.readAllLines(file())).hasSize(10);
    assertThat(read().at(199)).contains(START.plusMillis(900));
  }

  @Test
  void bytesThatArriveAgainKeepTheirTime() {
    append(0, "one\n");
    now = START.plusSeconds(60);
    try (var other = new LogStore(new LogFiles(directory, 1_000, () -> now))) {
      other.append(LOG, 0, "one\ntwo\n".getBytes(UTF_8));
    }

    assertThat(read().at(0)).contains(START);
  }

  @Test
  void theFirstOfTwoOrchestratorsCounts() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "0 1000\n40 9000\n20 5000\n60 6000\n");

    assertThat(read().at(41)).contains(Instant.ofEpochMilli(6_000));
    assertThat(read().at(21)).contains(Instant.ofEpochMilli(5_000));
  }

  @Test
  void aDamagedEntryIsIgnored() throws IOException {
    append(0, "one\n");
    Files.writeString(file(), "4 17", StandardOpenOption.APPEND);
    now = START.plus(Duration.ofSeconds(1));
    append(4, "two\n");
    now = START.plus(Duration.ofSeconds(2));
    append(8, "three\n");

    assertThat(read().at(4)).contains(START);
    assertThat(read().at(8)).contains(START.plusSeconds(2));
  }

  @Test
  void newEntriesAreReadAtTheNextRefresh() {
    LogTimes times = read();
    assertThat(times.at(0)).isEmpty();
    append(0, "one\n");
    times.refresh();
    now = START.plusSeconds(1);
    append(4, "two\n");
    times.refresh();

    assertThat(times.at(5)).contains(START.plusSeconds(1));
  }

  @Test
  void aLogThatCannotHaveTimesIsWritten() throws IOException {
    Files.createDirectories(file());

    append(0, "one\n");

    assertThat(files.log(LOG).size()).isEqualTo(4);
  }

  private void append(long offset, String text) {
    logs.append(LOG, offset, text.getBytes(UTF_8));
  }

  private LogTimes read() {
    LogTimes times = files.log(LOG).times();
    times.refresh();
    return times;
  }

  private Path file() {
    return directory.resolve("r1").resolve("0-1-1").resolve("2.times");
  }
}
