package dev.pawl.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MessageCodecTest {

  private static final String HEARTBEAT =
      "{\"type\":\"job.heartbeat\",\"leaseId\":\"l\",\"runId\":\"r\",\"jobId\":\"b\",\"attempt\":1,\"beat\":4,\"stage\":\"running\"%s}";

  @Test
  void everyMessageComesBackAsItWas() {
    ExampleMessages.all()
        .values()
        .forEach(message ->
            assertThat(MessageCodec.decode(MessageCodec.encode(message))).hasValue(message));
  }

  @Test
  void everyMessageHasItsNameOfTheProtocol() {
    ExampleMessages.all()
        .forEach(
            (name, message) -> assertThat(frame(message).path("type").asString()).isEqualTo(name));
  }

  @Test
  void thereIsAnExampleOfEveryKindOfMessage() {
    List<Class<?>> kinds = new ArrayList<>();
    records(Message.class, kinds);
    assertThat(ExampleMessages.all().values())
        .extracting(Object::getClass)
        .hasSameElementsAs(kinds);
  }

  private static void records(Class<?> type, List<Class<?>> found) {
    if (type.isRecord()) {
      found.add(type);
    } else {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        if (!found.contains(permitted)) {
          records(permitted, found);
        }
      }
    }
  }

  @Test
  void whatIsSaidUnderALeaseNamesLeaseRunJobAndAttempt() {
    for (Message message : ExampleMessages.all().values()) {
      if (message instanceof AgentMessage.LeaseMessage) {
        assertThat(frame(message).propertyNames()).contains("leaseId", "runId", "jobId", "attempt");
      }
      if (message instanceof AgentMessage.SequencedMessage) {
        assertThat(frame(message).propertyNames()).contains("seq");
      }
    }
  }

  @Test
  void theTypeOfAStepIsSpelledAsTheProtocolDoes() {
    assertThat(frame(ExampleMessages.status(0)).path("step_type").asString()).isEqualTo("step");
  }

  @Test
  void theTryOfAStepIsSpelledAsTheProtocolDoesAndRequired() {
    assertThat(frame(ExampleMessages.status(0)).path("try").asInt()).isEqualTo(2);
    String without = MessageCodec.encode(ExampleMessages.status(0)).replace("\"try\":2,", "");
    assertThatThrownBy(() -> MessageCodec.decode(without))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining("without try");
  }

  @Test
  void whatMayBeNullComesBackAsNull() {
    var won =
        new AgentMessage.JobComplete(
            "l", "r", "b", 1, 4, "success", null, "ok", "", null, java.util.Map.of());
    assertThat(MessageCodec.decode(MessageCodec.encode(won))).hasValue(won);
  }

  @Test
  void aStepWithoutAnExitCodeComesBackWithoutOne() {
    var running = ExampleMessages.status(null);
    assertThat(MessageCodec.decode(MessageCodec.encode(running))).hasValue(running);
  }

  @Test
  void aTypeFromTheFutureIsNoMessage() {
    assertThat(MessageCodec.decode("{\"type\":\"job.teleport\",\"to\":\"mars\"}")).isEmpty();
  }

  @Test
  void aFieldFromTheFutureIsIgnored() {
    assertThat(MessageCodec.decode(HEARTBEAT.formatted(",\"mood\":\"good\",\"weather\":{\"x\":1}")))
        .hasValue(new AgentMessage.JobHeartbeat("l", "r", "b", 1, 4, "running", null, null));
  }

  @Test
  void whatIsNoMessageIsMalformed() {
    for (String frame :
        List.of(
            "",
            "not json",
            "[]",
            "null",
            "{}",
            "{\"type\":7}",
            "{\"type\":\"\"}",
            "{\"type\":\"ack\"",
            "{\"type\":\"ack\",\"leaseId\":\"l\",\"seq\":1} {}")) {
      assertThatThrownBy(() -> MessageCodec.decode(frame))
          .as("<%s>", frame)
          .isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void aMissingFieldIsMalformed() {
    for (String frame :
        List.of(
            "{\"type\":\"ack\",\"leaseId\":\"l\"}",
            "{\"type\":\"ack\",\"seq\":1}",
            "{\"type\":\"ack\",\"leaseId\":null,\"seq\":1}",
            "{\"type\":\"ack\",\"leaseId\":\"l\",\"seq\":null}",
            "{\"type\":\"job.complete.ack\",\"leaseId\":\"l\"}")) {
      assertThatThrownBy(() -> MessageCodec.decode(frame))
          .as(frame)
          .isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void aFieldOfTheWrongKindIsMalformed() {
    for (String frame :
        List.of(
            "{\"type\":\"ack\",\"leaseId\":\"l\",\"seq\":\"one\"}",
            "{\"type\":\"ack\",\"leaseId\":[],\"seq\":1}",
            "{\"type\":\"ack\",\"leaseId\":\"l\",\"seq\":1.5}",
            "{\"type\":\"ack\",\"leaseId\":\"l\",\"seq\":99999999999999999999}",
            "{\"type\":\"job.complete.ack\",\"leaseId\":\"l\",\"accepted\":\"yes\"}")) {
      assertThatThrownBy(() -> MessageCodec.decode(frame))
          .as(frame)
          .isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void whatIsTooLargeIsMalformedOnBothEnds() {
    String long1 = "x".repeat(MessageCodec.MAX_FRAME_BYTES);
    String wide = "€".repeat(MessageCodec.MAX_FRAME_BYTES / 3);
    assertThatThrownBy(() -> MessageCodec.encode(new ServerMessage.LeaseStale("l", long1, "run")))
        .isInstanceOf(MalformedFrame.class);
    for (String text : List.of(long1, wide)) {
      String frame = HEARTBEAT.formatted(",\"x\":\"" + text + "\"");
      assertThatThrownBy(() -> MessageCodec.decode(frame)).isInstanceOf(MalformedFrame.class);
    }
    String fits = "x".repeat(MessageCodec.MAX_FRAME_BYTES - 200);
    assertThat(MessageCodec.decode(HEARTBEAT.formatted(",\"x\":\"" + fits + "\""))).isPresent();
  }

  private static JsonNode frame(Message message) {
    return new JsonMapper().readTree(MessageCodec.encode(message));
  }
}
