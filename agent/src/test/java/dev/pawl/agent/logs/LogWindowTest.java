package dev.pawl.agent.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.protocol.LogFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogWindowTest {

  private final LogWindow window = new LogWindow("lease-1");

  @Test
  void framesSayWhereTheyBelong() {
    prints(3, "hello ");
    prints(4, "other");
    assertThat(sends()).containsExactly("3@0 hello ", "4@0 other");
    assertThat(sends()).isEmpty();
    window.acknowledged(3, 6);
    prints(3, "world");
    assertThat(sends()).containsExactly("3@6 world");
  }

  @Test
  void smallFramesWaitAndAreSentTogether() {
    prints(0, "a");
    assertThat(sends()).containsExactly("0@0 a");
    prints(0, "b");
    prints(0, "c");
    assertThat(sends()).isEmpty();
    window.acknowledged(0, 1);
    assertThat(sends()).containsExactly("0@1 bc");
  }

  @Test
  void whatHasWaitedLongEnoughGoesWithoutAnAnswer() {
    prints(0, "a");
    assertThat(window.isAnythingWaiting()).isFalse();
    sends();
    prints(0, "b");
    prints(0, "c");
    assertThat(window.isAnythingWaiting()).isTrue();
    assertThat(text(window.waiting())).containsExactly("0@1 bc");
    assertThat(window.isAnythingWaiting()).isFalse();
    assertThat(window.waiting()).isEmpty();
    window.acknowledged(0, 1);
    assertThat(sends()).isEmpty();
    window.resume();
    assertThat(sends()).containsExactly("0@1 bc");
  }

  @Test
  void whileNobodyAnswersOnlySomeGoEarly() {
    prints(0, "a");
    sends();
    int early = 0;
    for (prints(0, "b"); window.isAnythingWaiting(); prints(0, "b")) {
      early += window.waiting().size();
    }
    assertThat(early).isEqualTo(32);
    assertThat(window.waiting()).isEmpty();
    window.acknowledged(0, 1);
    assertThat(text(window.waiting())).containsExactly("0@33 b");
  }

  @Test
  void allStepsOfALeaseShareOneWindow() {
    int third = LogFrame.WINDOW_BYTES / 3;
    for (int step = 0; step < 3; step++) {
      window.print(step, new byte[third], 0, third);
    }
    assertThat(window.room()).isEqualTo(LogFrame.WINDOW_BYTES - 3 * third);
    assertThatThrownBy(() -> window.print(3, new byte[9], 0, 9))
        .isInstanceOf(IllegalStateException.class);
    assertThat(window.frames())
        .allMatch(frame -> frame.bytes().length <= LogFrame.MAX_BYTES)
        .hasSizeLessThan(LogFrame.WINDOW_BYTES / LogFrame.MAX_BYTES + 3);
    window.acknowledged(1, LogFrame.MAX_BYTES);
    assertThat(window.room()).isEqualTo(LogFrame.WINDOW_BYTES - 3 * third + LogFrame.MAX_BYTES);
    window.acknowledged(1, LogFrame.MAX_BYTES);
    assertThat(window.room()).isEqualTo(LogFrame.WINDOW_BYTES - 3 * third + LogFrame.MAX_BYTES);
  }

  @Test
  void afterAReconnectItGoesOnFromTheAcknowledgedOffset() {
    prints(0, "hello ");
    sends();
    window.acknowledged(0, 2);
    prints(0, "world");
    window.resume();
    assertThat(sends()).containsExactly("0@2 llo world");
  }

  @Test
  void aRepeatedAcknowledgementRequestsOneResend() {
    prints(0, "hello");
    sends();
    window.acknowledged(0, 2);
    window.acknowledged(0, 2);
    assertThat(sends()).containsExactly("0@2 llo");
    window.acknowledged(0, 2);
    assertThat(sends()).isEmpty();
    window.acknowledged(0, 3);
    window.acknowledged(0, 3);
    assertThat(sends()).containsExactly("0@3 lo");
  }

  @Test
  void eachConnectionMayBeAskedAgain() {
    prints(0, "hello");
    sends();
    window.acknowledged(0, 0);
    assertThat(sends()).containsExactly("0@0 hello");
    window.resume();
    sends();
    window.acknowledged(0, 0);
    assertThat(sends()).containsExactly("0@0 hello");
  }

  @Test
  void anImpossibleAcknowledgementIsIgnored() {
    prints(0, "hello");
    sends();
    window.acknowledged(0, 6);
    window.acknowledged(7, 1);
    assertThat(window.isDurable()).isFalse();
    window.acknowledged(0, 4);
    window.acknowledged(0, 1);
    window.resume();
    assertThat(sends()).containsExactly("0@4 o");
    window.acknowledged(0, 5);
    assertThat(window.isDurable()).isTrue();
    window.resume();
    assertThat(sends()).isEmpty();
  }

  @Test
  void anAcknowledgementDuringAResendCounts() {
    window.print(0, new byte[LogFrame.MAX_BYTES + 5], 0, LogFrame.MAX_BYTES + 5);
    assertThat(window.frames()).hasSize(1);
    window.acknowledged(0, LogFrame.MAX_BYTES);
    assertThat(window.frames()).hasSize(1);
    window.acknowledged(0, LogFrame.MAX_BYTES);
    window.acknowledged(0, LogFrame.MAX_BYTES + 5);
    assertThat(window.isDurable()).isTrue();
    assertThat(window.frames()).isEmpty();
  }

  private void prints(int step, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    window.print(step, bytes, 0, bytes.length);
  }

  private List<String> sends() {
    return text(window.frames());
  }

  private static List<String> text(List<LogFrame> frames) {
    return frames.stream()
        .map(frame ->
            "%d@%d %s"
                .formatted(frame.stepIndex(), frame.offset(), new String(frame.bytes(), UTF_8)))
        .toList();
  }
}
