package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files that a log is in, ten bytes each.
class LogSegmentsTest {

  private static final LogRef LOG = LogFixture.ofStep(3);
  private static final String TEXT = "zero one two three four five six";

  @TempDir private Path directory;
  private Path lease;
  private LogFiles files;

  @BeforeEach
  void someFiles() {
    files = new LogFiles(directory, 10);
    lease = directory.resolve("r1").resolve("0-1-1");
  }

  @Test
  void aLogGoesOnInAnotherFileWhereOneIsFull() throws IOException {
    appendAll(new LogStore(files));
    assertThat(names()).containsExactly("3.10.log", "3.20.log", "3.30.log", "3.log");
    assertThat(lease.resolve("3.log")).hasContent("zero one t");
    assertThat(lease.resolve("3.20.log")).hasContent("our five s");
    assertThat(text()).isEqualTo(TEXT);
    assertThat(files.log(LOG).bytes(8, 14)).asString().isEqualTo(" two three fou");
  }

  @Test
  void twoOrchestratorsWriteTheSameBytesToTheSamePlaces() throws IOException {
    var one = new LogStore(files);
    var other = new LogStore(new LogFiles(directory, 10));
    append(one, 0, "zero one ");
    append(other, 0, "zero one two th");
    append(one, 9, "two three four five");
    append(other, 15, "ree four five six");
    append(one, 28, " six");
    assertThat(text()).isEqualTo(TEXT);
    assertThat(names()).containsExactly("3.10.log", "3.20.log", "3.30.log", "3.log");
  }

  @Test
  void itGoesOnInTheLastFileAfterAReopen() throws IOException {
    append(new LogStore(files), 0, TEXT.substring(0, 25));
    append(new LogStore(new LogFiles(directory, 10)), 25, TEXT.substring(25));
    assertThat(text()).isEqualTo(TEXT);
    assertThat(lease.resolve("3.20.log")).hasContent("our five s");
  }

  @Test
  void aFileLongerThanTodaysSegmentsIsTheFirstSegment() throws IOException {
    Files.createDirectories(lease);
    Files.writeString(lease.resolve("3.log"), TEXT.substring(0, 27));
    append(new LogStore(files), 27, TEXT.substring(27));
    assertThat(text()).isEqualTo(TEXT);
    assertThat(names()).containsExactly("3.27.log", "3.log");
  }

  /// A crash of the machine may lose the end of a file, and not the one after it.
  @Test
  void whatIsBehindAGapIsNotPartOfTheLog() throws IOException {
    appendAll(new LogStore(files));
    Files.writeString(lease.resolve("3.10.log"), "wo t");
    assertThat(text()).isEqualTo(TEXT.substring(0, 14));
    var logs = new LogStore(new LogFiles(directory, 10));
    assertThat(append(logs, 15, TEXT.substring(15))).isEqualTo(14);
    assertThat(append(logs, 14, TEXT.substring(14))).isEqualTo(TEXT.length());
    assertThat(text()).isEqualTo(TEXT);
  }

  @Test
  void theLogsOfOtherStepsAreOthers() throws IOException {
    appendAll(new LogStore(files));
    new LogStore(files).append(LogFixture.ofStep(33), 0, "another".getBytes(UTF_8));
    assertThat(text()).isEqualTo(TEXT);
    assertThat(files.log(LogFixture.ofStep(33)).size()).isEqualTo(7);
    assertThat(files.log(LogFixture.ofStep(1)).size()).isZero();
  }

  private static void appendAll(LogStore logs) {
    try (logs) {
      for (int offset = 0; offset < TEXT.length(); offset += 4) {
        append(logs, offset, TEXT.substring(offset, Math.min(offset + 4, TEXT.length())));
      }
    }
  }

  private static long append(LogStore logs, long offset, String text) {
    return logs.append(LOG, offset, text.getBytes(UTF_8));
  }

  private String text() throws IOException {
    var out = new ByteArrayOutputStream();
    files.log(LOG).copyTo(out);
    return out.toString(UTF_8);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(lease)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".log"))
          .sorted()
          .toList();
    }
  }
}
