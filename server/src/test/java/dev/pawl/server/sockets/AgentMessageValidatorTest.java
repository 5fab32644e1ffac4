package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.MalformedFrame;
import dev.pawl.protocol.MessageCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentMessageValidatorTest {

  private static final String LEASE =
      "\"leaseId\":\"l\",\"runId\":\"r\",\"jobId\":\"j\",\"attempt\":1,";

  private static void check(String fields) {
    String type = fields.contains("percent") ? "job.heartbeat" : "step.status";
    String frame = "{\"type\":\"%s\",%s%s}".formatted(type, LEASE, fields);
    AgentMessageValidator.check((AgentMessage) MessageCodec.decode(frame).orElseThrow());
  }

  private static String beat(int step, int percent, long logBytes) {
    return "\"beat\":1,\"stage\":\"running\",\"progress\":{\"stepIndex\":%d,\"percent\":%d,\"message\":\"x\"},\"logBytes\":%d"
        .formatted(step, percent, logBytes);
  }

  private static String step(int index, int tries, long duration, String outputs) {
    return ("\"seq\":1,\"stepIndex\":%d,\"stepName\":\"\",\"step_type\":\"step\",\"state\":\"success\","
            + "\"endedBy\":\"process\",\"try\":%d,\"outputs\":{%s},\"message\":\"\",\"durationMs\":%d")
        .formatted(index, tries, outputs, duration);
  }

  private static void isRejected(String fields, String why) {
    assertThatThrownBy(() -> check(fields))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining(why);
  }

  @Test
  void whatAnAgentSendsIsAccepted() {
    assertThatCode(() -> check(beat(0, 0, 0))).doesNotThrowAnyException();
    assertThatCode(() -> check(beat(9_999, 100, Long.MAX_VALUE))).doesNotThrowAnyException();
    assertThatCode(() -> check(step(0, 1, 0, "\"a\":\"b\""))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"0, 101, 0", "0, -1, 0", "0, 2147483647, 0", "-1, 5, 0", "10000, 5, 0", "0, 5, -1"})
  void progressOutOfItsBoundsIsRejected(int step, int percent, long logBytes) {
    isRejected(beat(step, percent, logBytes), "message rejected: ");
  }

  @ParameterizedTest
  @CsvSource({"-1, 1, 0", "10000, 1, 0", "0, 0, 0", "0, 1, -1"})
  void stepsOutOfTheirBoundsAreRejected(int index, int tries, long duration) {
    isRejected(step(index, tries, duration, ""), "message rejected: ");
  }

  @Test
  void outputsOverTheLimitAreRejected() {
    isRejected(
        step(0, 1, 0, "\"a\":\"%s\"".formatted("x".repeat(512 * 1024))),
        "at most 524,288 are allowed");
    var many = new StringBuilder("\"n\":\"\"");
    for (int number = 0; number < 1_000; number++) {
      many.append(",\"n").append(number).append("\":\"\"");
    }
    isRejected(step(0, 1, 0, many.toString()), "more than 1,000 outputs");
  }
}
