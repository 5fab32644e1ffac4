package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SupervisedThreadTest {

  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch done = new CountDownLatch(1);
  private final List<String> deaths = new CopyOnWriteArrayList<>();

  private SupervisedThread start(SupervisedThread.Body body) {
    return new SupervisedThread(
            Thread.ofVirtual().name("test"), body, deaths::add, Duration.ofMillis(1))
        .start();
  }

  @Test
  void anExceptionRestartsTheBody() throws InterruptedException {
    start(
            () -> {
              if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("a bug");
              }
            })
        .join();
    assertThat(runs).hasValue(3);
    assertThat(deaths).isEmpty();
  }

  @Test
  void anErrorEndsTheThreadAndIsTold() throws InterruptedException {
    start(
            () -> {
              throw new StackOverflowError("too deep");
            })
        .join();
    assertThat(deaths)
        .containsExactly("thread 'test' ended by an error: java.lang.StackOverflowError: too deep");
  }

  @Test
  void anErrorRestartsABodyThatOwnsNothing() throws InterruptedException {
    var restarted = new CountDownLatch(2);
    SupervisedThread thread =
        SupervisedThread.restartedAfterErrors(
                Thread.ofVirtual().name("test"),
                () -> {
                  restarted.countDown();
                  throw new StackOverflowError("too deep");
                })
            .start();
    assertThat(restarted.await(30, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    thread.join();
  }

  @Test
  void anInterruptEndsTheThread() throws InterruptedException {
    SupervisedThread thread =
        start(() -> {
          runs.incrementAndGet();
          done.countDown();
          new CountDownLatch(1).await();
        });
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    thread.join();
    assertThat(runs).hasValue(1);
    assertThat(deaths).isEmpty();
  }
}
