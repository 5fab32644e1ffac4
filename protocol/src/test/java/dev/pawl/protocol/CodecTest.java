package dev.pawl.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CodecTest {

  private static final String HEARTBEAT =
      "{\"type\":\"job.heartbeat\",\"leaseId\":\"l\",\"runId\":\"r\",\"jobId\":\"b\",\"attempt\":1,\"beat\":4,\"stage\":\"running\"%s}";

  @Test
  void everyMessageComesBackAsItWas() {
    Examples.all()
        .values()
        .forEach(message -> assertThat(Codec.decode(Codec.encode(message))).hasValue(message));
  }

  @Test
  void everyMessageHasItsNameOfTheProtocol() {
    Examples.all()
        .forEach(
            (name, message) -> assertThat(frame(message).path("type").asString()).isEqualTo(name));
  }

  @Test
  void thereIsAnExampleOfEveryKindOfMessage() {
    List<Class<?>> kinds = new ArrayList<>();
    records(Message.class, kinds);
    assertThat(Examples.all().values()).extracting(Object::getClass).hasSameElementsAs(kinds);
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
    for (Message message : Examples.all().values()) {
      if (message instanceof FromAgent.UnderLease) {
        assertThat(frame(message).propertyNames()).contains("leaseId", "runId", "jobId", "attempt");
      }
      if (message instanceof FromAgent.Numbered) {
        assertThat(frame(message).propertyNames()).contains("seq");
      }
    }
  }

  @Test
  void theTypeOfAStepIsSpelledAsTheProtocolDoes() {
    assertThat(frame(Examples.status(0)).path("step_type").asString()).isEqualTo("step");
  }

  @Test
  void theTryOfAStepIsSpelledAsTheProtocolDoesAndRequired() {
    assertThat(frame(Examples.status(0)).path("try").asInt()).isEqualTo(2);
    String without = Codec.encode(Examples.status(0)).replace("\"try\":2,", "");
    assertThatThrownBy(() -> Codec.decode(without))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining("without try");
  }

  @Test
  void whatMayBeNullComesBackAsNull() {
    var won =
        new FromAgent.JobComplete(
            "l", "r", "b", 1, 4, "success", null, "ok", "", null, java.util.Map.of());
    assertThat(Codec.decode(Codec.encode(won))).hasValue(won);
  }

  @Test
  void aStepWithoutAnExitCodeComesBackWithoutOne() {
    var running = Examples.status(null);
    assertThat(Codec.decode(Codec.encode(running))).hasValue(running);
  }

  @Test
  void aTypeFromTheFutureIsNoMessage() {
    assertThat(Codec.decode("{\"type\":\"job.teleport\",\"to\":\"mars\"}")).isEmpty();
  }

  @Test
  void aFieldFromTheFutureIsIgnored() {
    assertThat(Codec.decode(HEARTBEAT.formatted(",\"mood\":\"good\",\"weather\":{\"x\":1}")))
        .hasValue(new FromAgent.JobHeartbeat("l", "r", "b", 1, 4, "running", null, null));
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
      assertThatThrownBy(() -> Codec.decode(frame))
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
      assertThatThrownBy(() -> Codec.decode(frame)).as(frame).isInstanceOf(MalformedFrame.class);
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
      assertThatThrownBy(() -> Codec.decode(frame)).as(frame).isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void whatIsTooLargeIsMalformedOnBothEnds() {
    String long1 = "x".repeat(Codec.MOST_BYTES);
    String wide = "€".repeat(Codec.MOST_BYTES / 3);
    assertThatThrownBy(() -> Codec.encode(new FromServer.LeaseStale("l", long1, "run")))
        .isInstanceOf(MalformedFrame.class);
    for (String text : List.of(long1, wide)) {
      String frame = HEARTBEAT.formatted(",\"x\":\"" + text + "\"");
      assertThatThrownBy(() -> Codec.decode(frame)).isInstanceOf(MalformedFrame.class);
    }
    String fits = "x".repeat(Codec.MOST_BYTES - 200);
    assertThat(Codec.decode(HEARTBEAT.formatted(",\"x\":\"" + fits + "\""))).isPresent();
  }

  private static JsonNode frame(Message message) {
    return new JsonMapper().readTree(Codec.encode(message));
  }
}
