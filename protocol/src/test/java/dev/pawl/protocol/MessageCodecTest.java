package dev.pawl.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.plan.StepAction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageCodecTest {

  private static final String HEARTBEAT =
      "{\"type\":\"job.heartbeat\",\"leaseId\":\"l\",\"runId\":\"r\",\"jobId\":\"b\",\"attempt\":1,\"beat\":4,\"stage\":\"running\"%s}";

  @Test
  void aMessageComesBackAsItWentIn() {
    ExampleMessages.all()
        .values()
        .forEach(message ->
            assertThat(MessageCodec.decode(MessageCodec.encode(message))).hasValue(message));
  }

  @Test
  void theTypeNamesTheMessage() {
    ExampleMessages.all()
        .forEach((name, message) ->
            assertThat(MessageCodec.encode(message))
                .startsWith("{\"type\":\"%s\"".formatted(name)));
  }

  @Test
  void everyMessageHasAnExample() {
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
  void leaseMessagesNameLeaseRunJobAndAttempt() {
    for (Message message : ExampleMessages.all().values()) {
      if (message instanceof AgentMessage.LeaseMessage) {
        assertThat(MessageCodec.encode(message))
            .contains("\"leaseId\":", "\"runId\":", "\"jobId\":", "\"attempt\":");
      }
      if (message instanceof AgentMessage.SequencedMessage) {
        assertThat(MessageCodec.encode(message)).contains("\"seq\":");
      }
    }
  }

  @Test
  void theTypeOfAStepHasAnUnderscore() {
    assertThat(MessageCodec.encode(ExampleMessages.status(0))).contains("\"step_type\":\"step\"");
  }

  @Test
  void theTryOfAStepIsRequired() {
    assertThat(MessageCodec.encode(ExampleMessages.status(0))).contains("\"try\":2,");
    String without = MessageCodec.encode(ExampleMessages.status(0)).replace("\"try\":2,", "");
    assertThatThrownBy(() -> MessageCodec.decode(without))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining("without field 'try'");
  }

  @Test
  void aNullableFieldComesBackAsNull() {
    var won =
        new AgentMessage.JobComplete(
            "l", "r", "b", 1, 4, "success", null, "ok", "", null, java.util.Map.of());
    assertThat(MessageCodec.decode(MessageCodec.encode(won))).hasValue(won);
  }

  @Test
  void aStepWithoutExitCodeComesBackWithoutOne() {
    var running = ExampleMessages.status(null);
    assertThat(MessageCodec.decode(MessageCodec.encode(running))).hasValue(running);
  }

  @Test
  void anUnknownTypeIsIgnored() {
    assertThat(MessageCodec.decode("{\"type\":\"job.teleport\",\"to\":\"mars\"}")).isEmpty();
  }

  @Test
  void anUnknownFieldIsIgnored() {
    assertThat(MessageCodec.decode(HEARTBEAT.formatted(",\"mood\":\"good\",\"weather\":{\"x\":1}")))
        .hasValue(new AgentMessage.JobHeartbeat("l", "r", "b", 1, 4, "running", null, null));
  }

  @Test
  void aFrameWithoutAMessageIsMalformed() {
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
  void aFieldOfTheWrongTypeIsMalformed() {
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
  void aLargeFrameIsRejectedByBothPeers() {
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

  @Test
  void theTypeMayStandAnywhere() {
    assertThat(MessageCodec.decode("{\"leaseId\":\"l\",\"seq\":1,\"type\":\"ack\"}"))
        .hasValue(new ServerMessage.Ack("l", 1));
  }

  @Test
  void unknownFieldsWithinAJobAreIgnored() {
    var dispatch = ExampleMessages.dispatch();
    String frame =
        MessageCodec.encode(dispatch)
            .replace("{\"id\":\"hi\"", "{\"mood\":{\"good\":[1]},\"id\":\"hi\"")
            .replace("\"runsOn\":", "\"weather\":\"fine\",\"runsOn\":");
    assertThat(MessageCodec.decode(frame)).hasValue(dispatch);
  }

  @Test
  void rulesAndHooksOfANewerServerAreLeftOut() {
    String frame =
        MessageCodec.encode(ExampleMessages.dispatch())
            .replace("\"code\":\"fetch\"", "\"code\":\"cosmic_rays\"")
            .replace("\"hook:cleanup\"", "\"hook:onEclipse\"");
    var dispatch = (ServerMessage.JobDispatch) MessageCodec.decode(frame).orElseThrow();
    assertThat(dispatch.inputs().rules()).isEqualTo(ServerMessage.Rules.NONE);
    assertThat(dispatch.job().steps().getFirst().policy().hooks()).isEmpty();
    assertThat(dispatch.inputs().runEnd())
        .isEqualTo(new ServerMessage.RunEnd("failed", "build failed"));
  }

  @Test
  void anActionOfANewerServerIsUnavailable() {
    String frame =
        MessageCodec.encode(ExampleMessages.dispatch())
            .replace("\"is\":\"script\"", "\"is\":\"teleport\",\"to\":[{\"x\":1}]");
    var dispatch = (ServerMessage.JobDispatch) MessageCodec.decode(frame).orElseThrow();
    assertThat(dispatch.job().steps().getFirst().action())
        .isEqualTo(new StepAction.Unavailable("teleport", "this agent has no such action"));
  }

  @Test
  void deepNestingIsRejected() {
    for (String frame : List.of("[".repeat(500_000), "{\"x\":" + "[".repeat(500_000))) {
      assertThatThrownBy(() -> MessageCodec.decode(frame)).isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void secretsAreNotPrinted() {
    assertThat(ExampleMessages.dispatch().toString()).doesNotContain("s3cret");
  }
}
