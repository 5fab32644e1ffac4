package dev.pawl.agent.session;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.LongFunction;

/// The outgoing messages of one lease: sequenced messages, questions and heartbeats, repeated until
/// they are answered.
///
/// With every heartbeat, each message is repeated that was sent before the previous heartbeat and
/// is still unanswered. A connection that loses nothing does not need this; but if the server lost
/// a message, both sides would wait for each other.
final class LeaseOutbox {

  /// The number of questions that may be open at a time; then the job waits.
  private static final int MAX_QUESTIONS = 256;

  /// How long a message may wait for one to be sent with.
  static final Duration MAX_DELAY = Duration.ofMillis(50);

  /// The number of messages that may wait for one to be sent with.
  private static final int MAX_DELAYED = 16;

  private final ServerRegistration server;
  private final LeaseMessages messages;
  private final LeaseMessageQueue queue;
  private final LeaseRenewals renewals;
  private final SequencedMap<JobReport, LeaseMessage> questions = new LinkedHashMap<>();
  private final List<LongFunction<SequencedMessage>> delayed = new ArrayList<>();
  private Duration delayedUntil = Duration.ZERO;
  private Duration interval;
  private Duration nextHeartbeat;
  private long sentByLastHeartbeat;

  LeaseOutbox(
      ServerRegistration server,
      LeaseMessageQueue queue,
      LeaseMessages messages,
      LeaseRenewals renewals,
      Duration interval) {
    this.server = server;
    this.queue = queue;
    this.messages = messages;
    this.renewals = renewals;
    this.interval = interval;
    this.nextHeartbeat = renewals.base().plus(interval);
  }

  LeaseMessages messages() {
    return messages;
  }

  LeaseMessageQueue queue() {
    return queue;
  }

  LeaseRenewals renewals() {
    return renewals;
  }

  /// Sends a message, and those that wait for it, as soon as they are in the spool.
  ///
  /// @return its sequence number
  long send(LongFunction<SequencedMessage> message) {
    SequencedMessage sequenced = add(message);
    sendPersisted();
    return sequenced.seq();
  }

  /// Sends a message together with the next one, or a moment later if there is none: so both are
  /// one write to the spool, and one commit of the server.
  void sendWithNext(LongFunction<SequencedMessage> message, Duration now) {
    if (delayed.isEmpty()) {
      delayedUntil = now.plus(MAX_DELAY);
    }
    delayed.add(message);
    if (delayed.size() >= MAX_DELAYED) {
      sendDelayed();
    }
  }

  /// The time at which [#sendDelayed] has to be called; empty if no message waits.
  Optional<Duration> nextDelayed() {
    return delayed.isEmpty() ? Optional.empty() : Optional.of(delayedUntil);
  }

  /// Sends the messages that wait for another.
  void sendDelayed() {
    if (!delayed.isEmpty()) {
      addDelayed();
      sendPersisted();
    }
  }

  private SequencedMessage add(LongFunction<SequencedMessage> message) {
    addDelayed();
    return queue.add(message);
  }

  private void addDelayed() {
    delayed.forEach(queue::add);
    delayed.clear();
  }

  /// Sends messages that could not be written to the spool before, if they can be now.
  void sendPersisted() {
    queue.persist().forEach(server::send);
  }

  /// Asks which commit the run has.
  void ask(JobReport.CommitResolved resolved) {
    ask(resolved, messages.commit(resolved.commit()));
  }

  /// Asks whether the job may proceed in its group.
  void ask(JobReport.GroupEvaluated group) {
    ask(group, messages.group(group.group()));
  }

  /// Sends a question. The acknowledgement of its message is not yet the answer.
  private void ask(JobReport report, LongFunction<SequencedMessage> message) {
    SequencedMessage question = add(message);
    questions.put(report, question);
    sendPersisted();
  }

  void ask(JobReport.ToolRequested tool) {
    sendDelayed();
    LeaseMessage question = messages.toolRequest(tool);
    questions.put(tool, question);
    server.send(question);
  }

  /// Removes the question that this report led to.
  void answered(JobReport report) {
    questions.remove(report);
  }

  void resend(long from) {
    queue.between(from, queue.last()).forEach(server::send);
  }

  /// Lets the next heartbeat repeat everything that is unanswered: after the answer to a dispatch,
  /// because a job that is not acknowledged in time is given to another agent, and after a
  /// reconnect.
  void repeatAllAtNextHeartbeat() {
    sentByLastHeartbeat = queue.last();
  }

  /// Repeats what is unanswered since the last heartbeat, oldest first.
  void repeatUnanswered(Duration now) {
    queue.between(0, sentByLastHeartbeat).forEach(server::send);
    questions.values().stream().filter(this::isNotQueued).forEach(server::send);
    sentByLastHeartbeat = queue.last();
    nextHeartbeat = now.plus(interval);
  }

  private boolean isNotQueued(LeaseMessage question) {
    return !(question instanceof SequencedMessage sequenced)
        || queue.isAcknowledged(sequenced.seq());
  }

  void sendHeartbeat(Duration now, AttemptState state, JobProgress progress) {
    sendDelayed();
    server.send(messages.heartbeat(renewals.sent(now), state, progress));
  }

  /// Shortens the interval of heartbeats, if the server asks for more frequent ones.
  void heartbeatEvery(Duration wanted) {
    if (wanted.compareTo(interval) < 0) {
      nextHeartbeat = nextHeartbeat.minus(interval).plus(wanted);
      interval = wanted;
    }
  }

  Duration nextHeartbeat() {
    return nextHeartbeat;
  }

  /// Whether so much is unacknowledged or unanswered that nothing more may be sent.
  boolean isFull() {
    return queue.isFull(delayed.size()) || questions.size() >= MAX_QUESTIONS;
  }

  List<SessionSize> sizes() {
    return List.of(
        queue.size(),
        renewals.size(),
        new SessionSize("LeaseOutbox.delayed", delayed.size(), MAX_DELAYED),
        new SessionSize("LeaseOutbox.questions", questions.size(), MAX_QUESTIONS));
  }

  /// Drops the questions, whose answers nobody needs any more.
  void dropQuestions() {
    questions.clear();
  }

  /// Drops everything: nothing more is sent.
  void close() {
    delayed.clear();
    queue.clear();
    questions.clear();
  }
}
