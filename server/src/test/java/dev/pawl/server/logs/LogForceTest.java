package dev.pawl.server.logs;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Threads that wait for each other's bytes to be forced.
@Timeout(60)
class LogForceTest {

  private static final LogRef SLOW = LogFixture.ofStep(0);
  private static final LogRef QUICK = LogFixture.ofStep(1);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch forcing = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(10);
  private final AtomicInteger forces = new AtomicInteger();
  private volatile boolean fails;

  /// Of the log that is slow, the first force lasts until it may go on.
  private final LogStore logs =
      new LogStore(ref -> {
        var size = new AtomicLong();
        return new LogDisk.Log() {
          @Override
          public long size() {
            return size.get();
          }

          @Override
          public byte[] before(long offset, int most) {
            return new byte[0];
          }

          @Override
          public Optional<LogCut> cut() {
            return Optional.empty();
          }

          @Override
          public LogCut cut(LogCut at) {
            throw new IllegalStateException("nothing is cut here");
          }

          @Override
          public void write(long offset, ByteBuffer bytes) {
            size.set(offset + bytes.remaining());
            written.countDown();
          }

          @Override
          public void force() {
            if (ref.equals(SLOW) && forces.incrementAndGet() == 1) {
              forcing.countDown();
              await(goOn);
            }
            if (fails) {
              throw new UncheckedIOException(new IOException("no space left"));
            }
          }

          @Override
          public void close() {}
        };
      });

  @AfterEach
  void end() {
    goOn.countDown();
    threads.close();
    logs.close();
  }

  @Test
  void oneForceCoversAllThatWasAppendedMeanwhile() {
    List<CompletableFuture<Long>> appends = tenAppends();
    assertThat(appends).noneMatch(CompletableFuture::isDone);
    goOn.countDown();
    for (int i = 0; i < 10; i++) {
      assertThat(appends.get(i).join()).isEqualTo(i + 1);
    }
    assertThat(forces).hasValue(2);
  }

  @Test
  void logsDoNotWaitForEachOther() {
    CompletableFuture<Long> slow = append(0);
    await(forcing);
    assertThat(logs.append(QUICK, 0, new byte[7])).isEqualTo(7);
    assertThat(slow).isNotDone();
  }

  @Test
  void bytesWhoseForceFailsAreNotAcknowledged() {
    List<CompletableFuture<Long>> appends = tenAppends();
    fails = true;
    goOn.countDown();
    for (CompletableFuture<Long> each : appends) {
      assertThatThrownBy(each::join)
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(UncheckedIOException.class);
    }
    fails = false;
    assertThat(logs.append(SLOW, 0, new byte[3])).isEqualTo(3);
  }

  /// The first is being forced, the others are written.
  private List<CompletableFuture<Long>> tenAppends() {
    List<CompletableFuture<Long>> appends = new ArrayList<>();
    appends.add(append(0));
    await(forcing);
    for (int i = 1; i < 10; i++) {
      int others = 9 - i;
      appends.add(append(i));
      while (written.getCount() > others) {
        Thread.onSpinWait();
      }
    }
    return appends;
  }

  private CompletableFuture<Long> append(int offset) {
    return supplyAsync(() -> logs.append(SLOW, offset, new byte[1]), threads);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
