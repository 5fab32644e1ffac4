package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogFollowerTest {

  private static final LogRef LOG = LogFixture.ofStep(0);
  private static final Duration NEVER = Duration.ofDays(1);

  @TempDir private Path directory;
  private LogFiles files;
  private LogStore logs;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final CountDownLatch hasSeenAll = new CountDownLatch(1);

  /// Asked when everything that is there has been given.
  private boolean isOver() {
    hasSeenAll.countDown();
    return isOver.get();
  }

  @BeforeEach
  void someLogs() {
    files = new LogFiles(directory, 5_000);
    logs = new LogStore(files);
  }

  @AfterEach
  void noLogs() {
    logs.close();
  }

  @Test
  void whatIsThereIsGivenAndThenWhatComes() throws Exception {
    append(logs, 0, "hello ");
    try (LogFollower follower = follow(0, NEVER)) {
      FutureTask<String> reader = inBackground(follower);
      hasSeenAll.await();
      append(logs, 6, "world");
      isOver.set(true);
      logs.runChanged(LOG.run());
      assertThat(reader.get()).isEqualTo("hello world");
      assertThat(follower.offset()).isEqualTo(11);
    }
  }

  @Test
  void itMayBeginAnywhereAndAcrossFiles() throws Exception {
    for (int frame = 0; frame < 100; frame++) {
      append(logs, frame * 100L, "%099d\n".formatted(frame));
    }
    isOver.set(true);
    try (LogFollower follower = follow(5_000, NEVER)) {
      assertThat(readAll(follower)).hasSize(5_000).startsWith("0").endsWith("99\n");
    }
  }

  @Test
  void whatAnotherProcessAppendsIsFoundByLookingAgain() throws Exception {
    append(logs, 0, "hello ");
    try (LogFollower follower = follow(0, Duration.ofMillis(1));
        var other = new LogStore(new LogFiles(directory, 5_000))) {
      FutureTask<String> reader = inBackground(follower);
      hasSeenAll.await();
      append(other, 6, "world");
      isOver.set(true);
      assertThat(reader.get()).isEqualTo("hello world");
    }
  }

  @Test
  void aLogThatIsNotThereYetCanBeFollowed() throws Exception {
    try (LogFollower follower = follow(0, NEVER)) {
      FutureTask<String> reader = inBackground(follower);
      hasSeenAll.await();
      append(logs, 0, "at last");
      isOver.set(true);
      logs.runChanged(LOG.run());
      assertThat(reader.get()).isEqualTo("at last");
    }
  }

  @Test
  void nothingIsGivenWhereNothingComesForSomeTime() throws Exception {
    try (LogFollower follower = follow(0, NEVER)) {
      assertThat(follower.next(Duration.ofMillis(1))).isEmpty();
      assertThat(follower.isEnded()).isFalse();
    }
  }

  @Test
  void whoHasBeenStoppedGetsNothingMore() throws Exception {
    LogFollower follower = follow(0, NEVER);
    FutureTask<String> reader = inBackground(follower);
    hasSeenAll.await();
    follower.close();
    assertThat(reader.get()).isEmpty();
    append(logs, 0, "too late");
    assertThat(follower.next(NEVER)).isEmpty();
  }

  @Test
  void aSlowFollowerGetsAllBytesAndBlocksNobody() throws Exception {
    try (LogFollower follower = follow(0, NEVER)) {
      for (int frame = 0; frame < 20; frame++) {
        append(logs, frame * 10_000L, "%09999d\n".formatted(frame));
      }
      isOver.set(true);
      assertThat(follower.next(NEVER)).hasSize(LogFollower.MOST_BYTES);
      assertThat(readAll(follower)).hasSize(200_000 - LogFollower.MOST_BYTES).endsWith("019\n");
    }
  }

  /// Bytes are in the file before they are durable.
  @Test
  void whatIsNotDurableIsNotGiven() throws Exception {
    var isForcing = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new LogStore(ref ->
            new HeldLog(
                files.open(ref),
                () -> {
                  isForcing.countDown();
                  await(goOn);
                }));
    append(logs, 0, "durable ");
    var append = new FutureTask<>(() -> append(slow, 8, "not yet"));
    Thread.ofVirtual().start(append);
    isForcing.await();
    try (var follower = new LogFollower(slow, files.log(LOG), 0, this::isOver, NEVER)) {
      assertThat(files.log(LOG).size()).isEqualTo(15);
      assertThat(follower.next(NEVER)).asString().isEqualTo("durable ");
      assertThat(follower.next(Duration.ofMillis(1))).isEmpty();
      goOn.countDown();
      append.get();
      assertThat(follower.next(NEVER)).asString().isEqualTo("not yet");
    }
  }

  private record HeldLog(LogDisk.Log log, Runnable beforeForce) implements LogDisk.Log {
    @Override
    public byte[] before(long offset, int most) {
      return log.before(offset, most);
    }

    @Override
    public long size() {
      return log.size();
    }

    @Override
    public Optional<LogCut> cut() {
      return log.cut();
    }

    @Override
    public LogCut cut(LogCut at) {
      return log.cut(at);
    }

    @Override
    public void write(long offset, ByteBuffer bytes) {
      log.write(offset, bytes);
    }

    @Override
    public void force() {
      beforeForce.run();
      log.force();
    }

    @Override
    public void close() {
      log.close();
    }
  }

  private LogFollower follow(long from, Duration poll) {
    return new LogFollower(logs, files.log(LOG), from, this::isOver, poll);
  }

  private static long append(LogStore logs, long offset, String text) {
    return logs.append(LOG, offset, text.getBytes(UTF_8));
  }

  private static FutureTask<String> inBackground(LogFollower follower) {
    var task = new FutureTask<>(() -> readAll(follower));
    Thread.ofVirtual().start(task);
    return task;
  }

  /// Everything until its end.
  static String readAll(LogFollower follower) {
    var all = new ByteArrayOutputStream();
    try {
      while (!follower.isEnded()) {
        all.writeBytes(follower.next(NEVER));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return all.toString(UTF_8);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
