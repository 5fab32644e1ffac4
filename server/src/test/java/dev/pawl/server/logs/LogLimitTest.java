package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs that reach the limit of their step, job or run, or find no room on the disk.
class LogLimitTest {

  private static final int KIB = 1024;
  private static final long FAR = 1L << 40;
  private static final LogRef LOG = LogFixture.ofStep(0);
  private static final String NOTICE =
      "\npawl: log cut here: the log of the step has reached its limit of 10 bytes."
          + " The step continues, and its further output is dropped.\n";

  @TempDir private Path directory;
  private LogFiles files;

  @BeforeEach
  void smallSegments() {
    files = new LogFiles(directory, 100 * KIB);
  }

  private LogStore limited(long step, long job, long run) {
    return new LogStore(files, new LogLimits(step, job, run));
  }

  @Test
  void theLogSaysThatItWasCutAndEverythingIsAcknowledged() {
    try (LogStore logs = limited(10, FAR, FAR)) {
      assertThat(append(logs, LOG, 0, "0123456")).isEqualTo(new LogAppender.Appended(7, false));
      assertThat(append(logs, LOG, 7, "789abc")).isEqualTo(new LogAppender.Appended(13, true));
      assertThat(append(logs, LOG, 13, "def")).isEqualTo(new LogAppender.Appended(16, true));
      assertThat(text(LOG)).isEqualTo("0123456789" + NOTICE);
      assertThat(files.log(LOG).cut()).map(LogCut::offset).contains(10L);
      assertThat(logs.cutLeases(LOG.run())).containsExactly(LOG.lease());
    }
  }

  /// A run may have thousands of leases, and is shown often.
  @Test
  void cutsAreFoundWithoutALookAtEachLease() throws IOException {
    var uncut = new LogRef(LOG.run(), new LeaseRef(LOG.lease().attempt(), 9), 0);
    assertThat(files.cutLeases(LOG.run())).isEmpty();
    try (LogStore logs = limited(10, FAR, FAR)) {
      append(logs, LOG, 0, "0123456789abc");
      append(logs, new LogRef(LOG.run(), LOG.lease(), 1), 0, "0123456789abc");
      append(logs, uncut, 0, "0");
    }
    assertThat(files.newest(LOG.run(), 0, LOG.lease().attempt().attempt(), 0)).isPresent();
    Path lease = directory.resolve(LOG.run().value()).resolve("0-1-9");
    assertThat(lease).isDirectory();
    try (Stream<Path> rest = Files.list(lease)) {
      rest.forEach(file -> assertThat(file.toFile().delete()).isTrue());
    }
    Files.delete(lease);
    Files.createFile(lease); // cannot be listed
    assertThat(files.cutLeases(LOG.run())).containsExactly(LOG.lease());
  }

  @Test
  void anEmptyFrameSaysHowMuchWasDropped() {
    try (LogStore logs = limited(10, FAR, FAR)) {
      append(logs, LOG, 0, "0123456789abc");
      append(logs, LOG, 123_466, "");
      append(logs, LOG, 1_234_577, "");
      assertThat(text(LOG))
          .isEqualTo(
              "0123456789"
                  + NOTICE
                  + "\npawl: log cut: the log of the step has reached its limit of 10 bytes."
                  + " 1,234,567 bytes of this step's output were dropped.\n");
    }
  }

  @Test
  void aRepeatBeforeTheCutChangesNothing() {
    try (LogStore logs = limited(10, FAR, FAR)) {
      append(logs, LOG, 0, "0123456789abc");
      assertThat(append(logs, LOG, 0, "0123")).isEqualTo(new LogAppender.Appended(10, true));
      assertThat(append(logs, LOG, 8, "89abc")).isEqualTo(new LogAppender.Appended(13, true));
      assertThat(text(LOG)).isEqualTo("0123456789" + NOTICE);
    }
  }

  @Test
  void anotherOrchestratorKnowsTheCut() {
    try (LogStore one = limited(10, FAR, FAR);
        LogStore other = limited(10, FAR, FAR)) {
      append(other, LOG, 0, "0123");
      append(one, LOG, 4, "456789abc");
      assertThat(append(other, LOG, 4, "456789abcdef"))
          .isEqualTo(new LogAppender.Appended(16, true));
      assertThat(append(other, LOG, 99, "x")).isEqualTo(new LogAppender.Appended(100, true));
      assertThat(text(LOG)).isEqualTo("0123456789" + NOTICE);
    }
  }

  @Test
  void whatIsSentAgainAfterARestartIsCountedOnce() {
    try (LogStore logs = limited(FAR, 100 * KIB, FAR)) {
      append(logs, LOG, 0, kib(90));
    }
    try (LogStore logs = limited(FAR, 100 * KIB, FAR)) {
      assertThat(append(logs, LOG, 0, kib(99)))
          .isEqualTo(new LogAppender.Appended(99 * KIB, false));
      assertThat(append(logs, LOG, 99 * KIB, kib(2)).isCut()).isTrue();
      assertThat(files.log(LOG).cut()).map(LogCut::offset).contains(100L * KIB);
    }
  }

  @Test
  void aNoticeThatACrashHasLostIsWrittenAgain() throws IOException {
    try (LogStore logs = limited(10, FAR, FAR)) {
      append(logs, LOG, 0, "0123456789abc");
    }
    Path file = directory.resolve("r1/0-1-1/0.log");
    Files.writeString(file, "0123456789");
    try (LogStore logs = limited(10, FAR, FAR)) {
      append(logs, LOG, 13, "d");
    }
    assertThat(file).hasContent("0123456789" + NOTICE);
  }

  @Test
  void theStepsOfAJobShareItsLimitButNotTheirBeginnings() {
    LogRef second = LogFixture.ofStep(1);
    LogRef ofAnother = new LogRef(LOG.run(), lease(1, 1), 0);
    try (LogStore logs = limited(FAR, 300 * KIB, FAR)) {
      assertThat(append(logs, LOG, 0, kib(290)).isCut()).isFalse();
      assertThat(append(logs, second, 0, kib(10)).isCut()).isFalse();
      assertThat(append(logs, second, 10 * KIB, kib(60)).isCut()).isTrue();
      assertThat(files.log(second).cut())
          .hasValueSatisfying(cut -> {
            assertThat(cut.offset()).isEqualTo(64 * KIB);
            assertThat(cut.reason()).contains("the log of the job has reached its limit");
          });
      assertThat(append(logs, ofAnother, 0, kib(290)).isCut()).isFalse();
    }
  }

  @Test
  void theBeginningsOfManyStepsAreLimitedToo() {
    try (LogStore logs = limited(FAR, 300 * KIB, FAR)) {
      for (int step = 0; step < 100; step++) {
        append(logs, LogFixture.ofStep(step), 0, kib(100));
      }
    }
    assertThat(files.usage(LOG.run()).get(LOG.lease())).isLessThan(2 * 300 * KIB + 100 * KIB);
  }

  @Test
  void theJobsAndAttemptsOfARunShareItsLimit() {
    try (LogStore logs = limited(FAR, FAR, 300 * KIB)) {
      append(logs, LOG, 0, kib(250));
    }
    LogRef retried = new LogRef(LOG.run(), lease(0, 2), 0);
    try (LogStore logs = limited(FAR, FAR, 300 * KIB)) {
      assertThat(append(logs, retried, 0, kib(100)).isCut()).isTrue();
    }
    assertThat(files.log(retried).cut())
        .hasValueSatisfying(cut -> {
          assertThat(cut.offset()).isEqualTo(64 * KIB);
          assertThat(cut.reason()).contains("the log of the run has reached its limit");
        });
  }

  @Test
  void bytesOfAnotherOrchestratorCountAfterAWhile() {
    LogRef second = LogFixture.ofStep(1);
    try (LogStore one = limited(FAR, 1600 * KIB, FAR);
        LogStore other = limited(FAR, 1600 * KIB, FAR)) {
      append(one, LOG, 0, kib(1));
      append(other, second, 0, kib(1500));
      append(one, LOG, KIB, kib(101)); // a sixteenth
      assertThat(append(one, LOG, 102 * KIB, kib(10)).isCut()).isTrue();
    }
  }

  @Test
  void aSummaryHasALimitOfItsOwn() {
    LogRef summary = LogFixture.ofStep(LogFrame.SUMMARY_INDEX);
    try (LogStore logs = limited(FAR, FAR, FAR)) {
      assertThat(append(logs, summary, 0, kib(16 * KIB)).isCut()).isFalse();
      assertThat(append(logs, summary, 16L * KIB * KIB, "x").isCut()).isTrue();
      assertThat(files.log(summary).cut())
          .map(LogCut::reason)
          .contains("the log of the summary has reached its limit of 16 MiB");
    }
  }

  @Test
  void aFullDiskCutsTheLog() {
    try (var logs =
        new LogStore(
            files,
            LogLimits.DEFAULT,
            bytes -> bytes > 5 ? Optional.of("the server's disk is full") : Optional.empty())) {
      assertThat(append(logs, LOG, 0, "hello").isCut()).isFalse();
      assertThat(append(logs, LOG, 5, " world").isCut()).isTrue();
      assertThat(text(LOG)).startsWith("hello\npawl: log cut here: the server's disk is full. ");
    }
  }

  @Test
  void droppedBytesAreNotAcknowledgedBeforeTheCutIsDurable() throws IOException {
    Path lease = directory.resolve("r1/0-1-1");
    Files.createDirectories(lease.resolve("0.cut/x")); // no link can be made there
    try (LogStore logs = limited(10, FAR, FAR)) {
      assertThatThrownBy(() -> append(logs, LOG, 0, "0123456789abc"))
          .isInstanceOf(UncheckedIOException.class);
      Files.delete(lease.resolve("0.cut/x"));
      Files.delete(lease.resolve("0.cut"));
      assertThat(append(logs, LOG, 0, "0123456789abc"))
          .isEqualTo(new LogAppender.Appended(13, true));
      assertThat(text(LOG)).isEqualTo("0123456789" + NOTICE);
      try (Stream<Path> left = Files.list(lease)) {
        assertThat(left).noneMatch(file -> file.toString().endsWith(".part"));
      }
    }
  }

  private static LeaseRef lease(int job, int attempt) {
    return new LeaseRef(new AttemptRef(job, attempt), 1);
  }

  private static String kib(int count) {
    return "x".repeat(count * KIB);
  }

  private static LogAppender.Appended append(LogStore logs, LogRef log, long offset, String text) {
    return logs.append(log, offset, text.getBytes(UTF_8), LogSecrets.NOTHING);
  }

  private String text(LogRef log) {
    return new String(files.log(log).bytes(0, LogReader.MOST_BYTES), UTF_8);
  }
}
