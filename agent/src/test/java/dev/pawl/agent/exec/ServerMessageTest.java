package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.protocol.ServerMessage.Resend;
import org.junit.jupiter.api.Test;

/// Reactions of an agent to messages of the server.
class ServerMessageTest extends AgentStory {

  @Test
  void itSaysWhoItIs() throws InterruptedException {
    assertThat(server.await(AgentRegister.class).slots()).isEqualTo(2);
    assertThat(server.heard().getFirst()).isInstanceOf(AgentRegister.class);
  }

  @Test
  void aDispatchTwiceIsOneDispatch() throws InterruptedException {
    isDispatched(job("echo x >> ran"));
    isDispatched(job("echo x >> ran"));
    server.result();
    becomesIdle();
    assertThat(tree.resolve("ran")).hasContent("x");
    assertThat(said(JobAck.class)).isEqualTo(1);
  }

  @Test
  void oneJobTooManyIsRejected() throws InterruptedException {
    server.holdsTheStart();
    server.says(job("true").under("lease-1"));
    server.says(job("true").under("lease-2"));
    server.says(job("true").under("lease-3"));
    JobReject reject = server.await(JobReject.class);
    assertThat(reject.leaseId()).isEqualTo("lease-3");
    assertThat(reject.reason()).isEqualTo("busy");
  }

  @Test
  void aSlotIsFreeOnceTheResultIsReported() throws InterruptedException {
    server.doesNotAnswer(JobComplete.class::isInstance);
    server.says(job("true").under("lease-1"));
    server.says(job("true").under("lease-2"));
    ProcessWait.until("two results", () -> said(JobComplete.class) == 2);
    server.says(job("true").under("lease-3"));
    ProcessWait.until("a third result", () -> said(JobComplete.class) == 3);
    assertThat(said(JobReject.class)).isZero();
  }

  @Test
  void unacknowledgedMessagesAreSentAgainOnRequest() throws InterruptedException {
    server.doesNotAnswer(_ -> true);
    isDispatched(job("true"));
    server.await(JobStart.class);
    server.says(new Ack(LEASE, 1));
    server.says(new Resend(LEASE, 1));
    ProcessWait.until("the start again", () -> said(JobStart.class) == 2);
    assertThat(said(JobAck.class)).isEqualTo(1);
  }

  @Test
  void aResultIsKeptUntilItIsAcknowledged() throws InterruptedException {
    server.doesNotAnswer(JobComplete.class::isInstance);
    isDispatched(job("true"));
    long seq = server.result().seq();
    server.says(new Resend(LEASE, seq));
    ProcessWait.until("the result again", () -> said(JobComplete.class) == 2);
    server.says(new Ack(LEASE, seq));
    becomesIdle();
  }

  @Test
  void itBeatsAsOftenAsTheServerWants() throws InterruptedException {
    server.holdsTheStart();
    isDispatched(job("true"));
    server.says(new RegisterAck("a1", 1, "2026-01-01T00:00:00Z"));
    assertThat(server.await(JobHeartbeat.class).leaseId()).isEqualTo(LEASE);
  }

  private long said(Class<? extends AgentMessage> type) {
    return server.heard().stream().filter(type::isInstance).count();
  }
}
