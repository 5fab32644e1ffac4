package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {

  private static final RunId RUN = new RunId("r1");
  private static final AttemptRef ATTEMPT = new AttemptRef(0, 1);

  @TempDir private Path directory;
  private LogFiles files;
  private Logs logs;

  @BeforeEach
  void someLogs() {
    files = new LogFiles(directory);
    logs = new Logs(files);
  }

  @AfterEach
  void noLogs() {
    files.close();
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
  void itGoesOnWhereItWasAfterAReopen() {
    append(1, 0, "hello ");
    files.close();
    files = new LogFiles(directory);
    logs = new Logs(files);
    assertThat(append(1, 6, "world")).isEqualTo(11);
    assertThat(log(1)).hasContent("hello world");
  }

  @Test
  void eachLeaseHasItsOwnLogAndTheNewestIsShown() {
    for (int lease = 1; lease <= 10; lease++) {
      append(lease, 0, "lease " + lease);
    }
    assertThat(files.newest(RUN, 0, 1, 0).orElseThrow()).hasContent("lease 10");
    assertThat(log(2)).hasContent("lease 2");
  }

  @Test
  void aStepThatPrintedNothingHasNoLog() {
    assertThat(files.newest(RUN, 0, 1, 0)).isEmpty();
    append(1, 0, "of step 0");
    assertThat(files.newest(RUN, 0, 1, 1)).isEmpty();
  }

  @Test
  void moreLogsThanMayBeOpenAreWrittenAllTheSame() {
    for (int round = 0; round < 2; round++) {
      for (int step = 0; step < 100; step++) {
        logs.append(RUN, new LeaseRef(ATTEMPT, 1), step, round * 3L, "abc".getBytes(UTF_8));
      }
    }
    assertThat(files.newest(RUN, 0, 1, 0).orElseThrow()).hasContent("abcabc");
    assertThat(files.newest(RUN, 0, 1, 99).orElseThrow()).hasContent("abcabc");
  }

  private long append(int lease, long offset, String text) {
    return logs.append(RUN, new LeaseRef(ATTEMPT, lease), 0, offset, text.getBytes(UTF_8));
  }

  private Path log(int lease) {
    return directory.resolve("r1").resolve("0-1-" + lease).resolve("0.log");
  }
}
