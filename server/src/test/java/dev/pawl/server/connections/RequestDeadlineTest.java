package dev.pawl.server.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which deadline holds while bytes arrive and requests are answered, in seconds.
class RequestDeadlineTest {

  private static final String GET = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String POST = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n";
  private static final int HEAD = 15;
  private static final int REQUEST = 120;
  private static final int IDLE = 75;

  private final RequestFraming framing = new RequestFraming();
  private final RequestDeadline deadline =
      new RequestDeadline(
          new ConnectionLimits(
              9,
              9,
              Duration.ofSeconds(HEAD),
              Duration.ofSeconds(REQUEST),
              Duration.ofSeconds(IDLE)),
          framing);

  @BeforeEach
  void aConnection() {
    deadline.opened(nanos(0));
    deadline.awaits(nanos(0));
  }

  private static long nanos(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  private void hears(int second, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    assertThat(framing.accept(bytes)).isEqualTo(bytes);
    deadline.arrived(nanos(second));
  }

  private void isAt(int second) {
    assertThat(deadline.isOver(nanos(second))).isFalse();
    assertThat(deadline.isOver(nanos(second) + 1)).isTrue();
  }

  @Test
  void aHeadHasItsTimeFromTheStart() {
    isAt(HEAD);
    hears(5, "GET");
    isAt(HEAD);
  }

  @Test
  void aRequestHasItsTimeFromItsHead() {
    hears(10, POST);
    isAt(10 + REQUEST);
    deadline.awaits(nanos(11));
    hears(50, "ab");
    isAt(10 + REQUEST);
  }

  @Test
  void theNextRequestIsWaitedForAndHasATimeOfItsOwn() {
    hears(10, GET);
    deadline.awaits(nanos(20));
    isAt(20 + IDLE);
    hears(70, "G");
    isAt(70 + HEAD);
    deadline.awaits(nanos(70));
    hears(80, "ET");
    isAt(70 + HEAD);
  }

  @Test
  void aHeadBehindABodyThatTookLongIsWaitedFor() {
    hears(0, POST);
    deadline.awaits(nanos(0));
    hears(20, "abcGET");
    isAt(REQUEST);
    deadline.awaits(nanos(100));
    isAt(100 + HEAD);
    hears(110, " ");
    deadline.awaits(nanos(110));
    isAt(100 + HEAD);
  }

  @Test
  void aRequestIsAnsweredThoughTheNextHasBegun() {
    hears(5, "GET");
    deadline.awaits(nanos(5));
    hears(6, GET.substring(3) + "GET");
    isAt(6 + REQUEST);
    deadline.awaits(nanos(100));
    isAt(100 + HEAD);
  }

  @Test
  void aRequestBehindABodyHasItsOwnTime() {
    hears(0, POST);
    deadline.awaits(nanos(0));
    hears(100, "abc" + POST + "a");
    isAt(100 + REQUEST);
  }
}
