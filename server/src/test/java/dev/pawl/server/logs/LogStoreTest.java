package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogStoreTest {

  private static final RunId RUN = new RunId("r1");
  private static final AttemptRef ATTEMPT = new AttemptRef(0, 1);

  @TempDir private Path directory;
  private LogFiles files;
  private LogStore logs;

  @BeforeEach
  void someLogs() {
    open();
  }

  @AfterEach
  void noLogs() {
    logs.close();
  }

  private void open() {
    files = new LogFiles(directory);
    logs = new LogStore(files);
  }

  @Test
  void bytesAreAppendedAtTheirOffsetAndWhatIsReturnedIsOnDisk() {
    assertThat(append(1, 0, "hello ")).isEqualTo(6);
    assertThat(append(1, 6, "world")).isEqualTo(11);
    assertThat(log(1)).hasContent("hello world");
  }

  @Test
  void aRepeatIsIgnored() {
    append(1, 0, "hello");
    assertThat(append(1, 0, "hello")).isEqualTo(5);
    assertThat(append(1, 2, "llo")).isEqualTo(5);
    assertThat(log(1)).hasContent("hello");
  }

  @Test
  void ofAnOverlapOnlyTheRestIsAppended() {
    append(1, 0, "hello");
    assertThat(append(1, 3, "lo world")).isEqualTo(11);
    assertThat(log(1)).hasContent("hello world");
  }

  @Test
  void aGapIsRefusedAndTheDurableOffsetSaysWhereToGoOn() {
    append(1, 0, "hello");
    assertThat(append(1, 7, "orld")).isEqualTo(5);
    assertThat(log(1)).hasContent("hello");
  }

  @Test
  void nothingIsAppendedByAnEmptyFrame() {
    assertThat(append(1, 0, "")).isEqualTo(0);
  }

  @Test
  void noLogIsMadeByWhatIsRefused() {
    assertThat(append(1, 7, "orld")).isEqualTo(0);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void itGoesOnWhereItWasAfterAReopen() {
    append(1, 0, "hello ");
    logs.close();
    open();
    assertThat(append(1, 6, "world")).isEqualTo(11);
    assertThat(log(1)).hasContent("hello world");
  }

  @Test
  void anAgentThatComesBackFromAnotherOrchestratorGoesOnWhereItIs() {
    append(1, 0, "hello");
    try (var other = new LogStore(new LogFiles(directory))) {
      other.append(ref(1), 5, " wide".getBytes(UTF_8));
    }
    assertThat(append(1, 10, " world")).isEqualTo(16);
    assertThat(log(1)).hasContent("hello wide world");
  }

  /// A machine that crashes may leave a file longer than what of it was written.
  @Test
  void unacknowledgedBytesOfACrashAreOverwritten() throws IOException {
    append(1, 0, "hello");
    logs.close();
    Files.writeString(log(1), "hello wo\0\0\0\0");
    open();
    assertThat(append(1, 5, " wor")).isEqualTo(9);
    assertThat(append(1, 9, "ld!")).isEqualTo(12);
    assertThat(log(1)).hasContent("hello world!");
  }

  @Test
  void eachLeaseHasItsOwnLogAndTheNewestIsShown() {
    for (int lease = 1; lease <= 10; lease++) {
      append(lease, 0, "lease " + lease);
    }
    assertThat(newest(0)).isEqualTo("lease 10");
    assertThat(log(2)).hasContent("lease 2");
  }

  @Test
  void aStepThatPrintedNothingHasNoLog() {
    assertThat(files.newest(RUN, 0, 1, 0)).isEmpty();
    append(1, 0, "of step 0");
    assertThat(files.newest(RUN, 0, 1, 1)).isEmpty();
  }

  @Test
  void moreLogsThanMayBeOpenAreWrittenAllTheSame() throws IOException {
    int steps = LogStore.MOST_OPEN + 50;
    for (int round = 0; round < 2; round++) {
      for (int step = 0; step < steps; step++) {
        var ref = new LogRef(RUN, new LeaseRef(ATTEMPT, 1), step);
        logs.append(ref, round * 3L, "abc".getBytes(UTF_8));
      }
    }
    assertThat(openFiles()).isEqualTo(LogStore.MOST_OPEN);
    assertThat(newest(0)).isEqualTo("abcabc");
    assertThat(newest(steps - 1)).isEqualTo("abcabc");
  }

  @Test
  void theFilesOfALeaseThatIsOverAreNotKeptOpen() throws IOException {
    append(1, 0, "hello");
    append(2, 0, "hello");
    assertThat(openFiles()).isEqualTo(2);
    logs.leaseEnded(RUN, ref(1).lease());
    logs.leaseEnded(RUN, ref(2).lease());
    assertThat(openFiles()).isZero();
    assertThat(append(1, 5, " again")).isEqualTo(11);
    assertThat(log(1)).hasContent("hello again");
  }

  private long openFiles() throws IOException {
    long open = 0;
    Path logs = directory.toRealPath();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path each : (Iterable<Path>) all::iterator) {
        try {
          open += Files.readSymbolicLink(each).startsWith(logs) ? 1 : 0;
        } catch (NoSuchFileException _) {
          // It was that of this very listing, or another's who has closed it.
        }
      }
    }
    return open;
  }

  private long append(int lease, long offset, String text) {
    return logs.append(ref(lease), offset, text.getBytes(UTF_8));
  }

  private static LogRef ref(int lease) {
    return new LogRef(RUN, new LeaseRef(ATTEMPT, lease), 0);
  }

  private String newest(int step) {
    return new String(files.newest(RUN, 0, 1, step).orElseThrow().bytes(0, 100), UTF_8);
  }

  private Path log(int lease) {
    return directory.resolve("r1").resolve("0-1-" + lease).resolve("0.log");
  }
}
