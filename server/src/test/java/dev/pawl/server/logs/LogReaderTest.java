package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.logs.LogReader.Excerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pieces of a log: of 50,000 lines in many blocks and several files, or of a few.
class LogReaderTest {

  private static final LogRef LONG = LogFixture.ofStep(0);
  private static final LogRef SHORT = LogFixture.ofStep(1);
  private static final int LINES = 50_000;
  private static final int FRAME = 50_000;

  @TempDir private Path directory;
  private LogFiles files;
  private Path index;

  @BeforeEach
  void aLongLogAndAShortOne() {
    files = new LogFiles(directory, 300_000);
    index = directory.resolve("r1").resolve("0-1-1").resolve("0.index");
    var text = new StringBuilder();
    for (int line = 1; line <= LINES; line++) {
      text.append("line ").append(line).append('\n');
    }
    byte[] bytes = text.toString().getBytes(UTF_8);
    try (var logs = new LogStore(files)) {
      for (int offset = 0; offset < bytes.length; offset += FRAME) {
        int end = Math.min(offset + FRAME, bytes.length);
        logs.append(LONG, offset, Arrays.copyOfRange(bytes, offset, end));
      }
      logs.append(SHORT, 0, "one\n\nthree\nfour".getBytes(UTF_8));
    }
  }

  @Test
  void linesAreFoundByTheirNumber() {
    eachLineIsFound();
    LogReader log = files.log(LONG);
    assertThat(log.lines()).isEqualTo(LINES);
    assertThat(text(log.lines(LINES, 100))).isEqualTo("line 50000\n");
    assertThat(text(log.lines(LINES + 1, 100))).isEmpty();
    assertThat(text(log.lines(LINES + 99, 100))).isEmpty();
    assertThat(text(log.lines(0, 1))).isEqualTo("line 1\n");
  }

  private void eachLineIsFound() {
    LogReader log = files.log(LONG);
    for (long line : new long[] {1, 2, 777, 25_000, LINES - 1}) {
      assertThat(text(log.lines(line, 2)))
          .isEqualTo("line %d\nline %d\n".formatted(line, line + 1));
      assertThat(log.lines(line, 2).line()).isEqualTo(line);
    }
  }

  @Test
  void theNextPieceBeginsWhereOneEnds() {
    LogReader log = files.log(LONG);
    Excerpt piece = log.lines(30_000, 5_000);
    assertThat(new String(log.bytes(piece.end(), 11), UTF_8)).isEqualTo("line 35000\n");
  }

  @Test
  void theLastLinesAreGivenWithTheNumberOfTheirFirst() {
    Excerpt tail = files.log(LONG).tail(3);
    assertThat(text(tail)).isEqualTo("line 49998\nline 49999\nline 50000\n");
    assertThat(tail.line()).isEqualTo(49_998);
    assertThat(files.log(LONG).tail(20_000).line()).isEqualTo(30_001);
    assertThat(text(files.log(LONG).tail(0))).isEmpty();
  }

  @Test
  void aLineWithoutItsEndIsALineAndAnEmptyOneToo() {
    LogReader log = files.log(SHORT);
    assertThat(log.lines()).isEqualTo(4);
    assertThat(text(log.tail(1))).isEqualTo("four");
    assertThat(text(log.tail(3))).isEqualTo("\nthree\nfour");
    assertThat(text(log.tail(9))).isEqualTo("one\n\nthree\nfour");
    assertThat(text(log.lines(2, 2))).isEqualTo("\nthree\n");
    assertThat(text(log.lines(4, 2))).isEqualTo("four");
    assertThat(text(log.lines(5, 2))).isEmpty();
  }

  @Test
  void ofALogThatIsNotThereThereIsNothing() {
    LogReader none = files.log(LogFixture.ofStep(2));
    assertThat(none.size()).isZero();
    assertThat(none.lines()).isZero();
    assertThat(none.bytes(0, 10)).isEmpty();
    assertThat(text(none.tail(10))).isEmpty();
    assertThat(text(none.lines(1, 10))).isEmpty();
  }

  @Test
  void noMoreThanIsMeantToBeReadAtOnceIsRead() {
    try (var logs = new LogStore(files)) {
      byte[] dots = new byte[64 * 1024];
      Arrays.fill(dots, (byte) '.');
      for (int frame = 0; frame < 20; frame++) {
        logs.append(LogFixture.ofStep(5), (long) frame * dots.length, dots);
      }
    }
    LogReader dots = files.log(LogFixture.ofStep(5));
    assertThat(dots.bytes(0, Integer.MAX_VALUE)).hasSize(LogReader.MOST_BYTES);
    assertThat(dots.lines(1, 1).bytes()).hasSize(LogReader.MOST_BYTES);
    assertThat(dots.tail(1).bytes()).hasSize(LogReader.MOST_BYTES);
    assertThat(dots.tail(1).end()).isEqualTo(dots.size());
  }

  @Test
  void aMissingIndexIsRebuilt() throws IOException {
    byte[] written = Files.readAllBytes(index);
    Files.delete(index);
    eachLineIsFound();
    assertThat(index).hasBinaryContent(written);
  }

  @Test
  void anIndexThatIsShortOrDamagedIsMadeAgain() throws IOException {
    byte[] written = Files.readAllBytes(index);
    Files.write(index, Arrays.copyOf(written, 30));
    eachLineIsFound();
    assertThat(index).hasBinaryContent(written);
    byte[] damaged = written.clone();
    Arrays.fill(damaged, 20, 70, (byte) 0);
    Files.write(index, damaged);
    eachLineIsFound();
    Files.write(index, new byte[written.length]);
    eachLineIsFound();
  }

  @Test
  void whoGoesOnWithALogThatHasNoIndexMakesIt() throws IOException {
    byte[] written = Files.readAllBytes(index);
    Files.delete(index);
    try (var logs = new LogStore(new LogFiles(directory, 300_000))) {
      long size = files.log(LONG).size();
      logs.append(LONG, size, new byte[LogIndex.BLOCK]);
    }
    assertThat(Files.readAllBytes(index)).startsWith(written);
    assertThat(text(files.log(LONG).lines(44_444, 1))).isEqualTo("line 44444\n");
  }

  private static String text(Excerpt excerpt) {
    return new String(excerpt.bytes(), UTF_8);
  }
}
