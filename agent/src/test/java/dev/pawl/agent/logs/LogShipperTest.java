package dev.pawl.agent.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.LogFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LogShipperTest {

  private static final int WINDOW_FRAMES = LogFrame.WINDOW_BYTES / LogFrame.MAX_BYTES;

  private static final int STEP = 3;

  private final BlockingQueue<LogFrame> frames = new LinkedBlockingQueue<>();
  private final Deque<Runnable> later = new ArrayDeque<>();
  private final LogShipper log = new LogShipper(frames::add, "lease-1", later::add);

  @Test
  void noMoreThanAWindowIsOnItsWay() throws Exception {
    int size = LogFrame.WINDOW_BYTES + LogFrame.MAX_BYTES;
    var shipping = inBackground(() -> log.ship(STEP, new byte[size], size));
    for (int frame = 0; frame < WINDOW_FRAMES; frame++) {
      assertThat(frames.poll(10, TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(shipping).isNotDone();
    assertThat(frames).isEmpty();
    log.acknowledged(STEP, LogFrame.MAX_BYTES, false);
    shipping.get(10, TimeUnit.SECONDS);
    assertThat(frames).hasSize(1);
  }

  @Test
  void aLogThatWasCutIsNeitherSentNorKept() throws Exception {
    int size = LogFrame.WINDOW_BYTES;
    log.ship(STEP, new byte[size], size);
    var shipping = inBackground(() -> log.ship(STEP, new byte[1000], 1000));
    log.acknowledged(STEP, LogFrame.MAX_BYTES, true);
    shipping.get(10, TimeUnit.SECONDS);
    assertThat(log.isDurable()).isTrue();
    frames.clear();
    for (int more = 0; more < 10; more++) {
      log.ship(STEP, new byte[size], size);
    }
    log.ship(STEP + 1, new byte[5], 5);
    assertThat(frames).extracting(LogFrame::stepIndex).containsExactly(STEP + 1);
  }

  @Test
  void theServerLearnsHowMuchOfACutLogWasPrinted() throws Exception {
    log.ship(STEP, new byte[10], 10);
    log.acknowledged(STEP, 10, true);
    log.ship(STEP, new byte[90], 90);
    frames.clear();
    log.settle();
    log.settle();
    assertThat(frames).extracting(LogFrame::offset).containsExactly(100L);
    assertThat(frames.remove().bytes()).isEmpty();
    log.resume();
    log.flush();
    assertThat(frames).extracting(LogFrame::offset).containsExactly(100L);
  }

  @Test
  void fewBytesGoAfterAWhileThoughNobodyAnswers() throws Exception {
    log.ship(STEP, new byte[10], 10);
    assertThat(later).isEmpty();
    log.ship(STEP, new byte[2], 2);
    log.ship(STEP, new byte[3], 3);
    assertThat(frames).hasSize(1);
    later.remove().run();
    assertThat(frames).extracting(LogFrame::offset).containsExactly(0L, 10L);
    assertThat(later).isEmpty();
    log.ship(STEP, new byte[4], 4);
    later.remove().run();
    assertThat(frames).extracting(LogFrame::offset).containsExactly(0L, 10L, 15L);
  }

  @Test
  void theTimeIsTakenOnceForAllThatWaits() throws Exception {
    log.ship(STEP, new byte[10], 10);
    log.ship(STEP, new byte[2], 2);
    log.acknowledged(STEP, 10, false);
    log.ship(STEP, new byte[3], 3);
    assertThat(later).hasSize(1);
    later.remove().run();
    assertThat(frames).extracting(LogFrame::offset).containsExactly(0L, 10L, 12L);
  }

  @Test
  void nothingGoesAfterTheLeaseIsOver() throws Exception {
    log.ship(STEP, new byte[10], 10);
    log.ship(STEP, new byte[2], 2);
    log.close();
    later.remove().run();
    assertThat(frames).hasSize(1);
    assertThat(later).isEmpty();
  }

  @Test
  void aFlushWaitsUntilAllIsDurable() throws Exception {
    log.ship(STEP, new byte[10], 10);
    var flush = inBackground(log::flush);
    log.acknowledged(STEP, 9, false);
    assertThat(flush).isNotDone();
    log.acknowledged(STEP, 10, false);
    flush.get(10, TimeUnit.SECONDS);
    assertThat(flush).isCompleted();
  }

  @Test
  void bytesInFlightAreSentAgainAfterAReconnect() throws Exception {
    log.ship(STEP, new byte[10], 10);
    var flush = inBackground(log::flush);
    log.resume();
    assertThat(frames).extracting(LogFrame::offset).containsExactly(0L, 0L);
    assertThat(flush).isNotDone();
    log.acknowledged(STEP, 10, false);
    flush.get(10, TimeUnit.SECONDS);
    assertThat(flush).isCompleted();
  }

  @Test
  void nobodyWaitsForALeaseThatIsOver() throws Exception {
    int size = 2 * LogFrame.WINDOW_BYTES;
    var shipping = inBackground(() -> log.ship(STEP, new byte[size], size));
    log.close();
    shipping.get(10, TimeUnit.SECONDS);
    log.flush();
    int sent = frames.size();
    log.ship(STEP, new byte[10], 10);
    assertThat(frames).hasSize(sent);
  }

  private interface Interruptible {
    void run() throws InterruptedException;
  }

  private static CompletableFuture<Void> inBackground(Interruptible work) {
    return CompletableFuture.runAsync(() -> {
      try {
        work.run();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
