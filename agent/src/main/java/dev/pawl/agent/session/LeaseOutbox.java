package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongFunction;

/// What is said under one lease, and said again until it is answered: numbered messages, questions,
/// heartbeats.
///
/// With every heartbeat whatever was said before the last one and is still unanswered is said
/// again. A connection that loses nothing has no need of that; a server that does would leave both
/// sides waiting for each other.
final class LeaseOutbox {

  /// The most questions that may be open at a time; then the job waits.
  private static final int MOST_QUESTIONS = 256;

  private final ServerRegistration uplink;
  private final LeaseMessages words;
  private final LeaseMessageQueue spool;
  private final LeaseRenewals renewals;
  private final SequencedMap<JobReport, LeaseMessage> questions = new LinkedHashMap<>();
  private Duration interval;
  private Duration nextBeat;
  private long saidByLastBeat;

  LeaseOutbox(
      ServerRegistration uplink,
      LeaseMessageQueue spool,
      LeaseMessages words,
      LeaseRenewals renewals,
      Duration interval) {
    this.uplink = uplink;
    this.spool = spool;
    this.words = words;
    this.renewals = renewals;
    this.interval = interval;
    this.nextBeat = renewals.base().plus(interval);
  }

  LeaseMessages messages() {
    return words;
  }

  LeaseMessageQueue queue() {
    return spool;
  }

  LeaseRenewals renewals() {
    return renewals;
  }

  /// Says it, as soon as it is kept, and gives its number.
  long send(LongFunction<SequencedMessage> message) {
    SequencedMessage numbered = spool.add(message);
    sendPersisted();
    return numbered.seq();
  }

  /// Says what could not be kept before, if it can be now.
  void sendPersisted() {
    spool.persist().forEach(uplink::send);
  }

  /// Asks whether the job may go on in the group; that this was acknowledged is not the answer yet.
  void ask(JobReport.GroupEvaluated found) {
    SequencedMessage question = spool.add(words.group(found.group()));
    questions.put(found, question);
    sendPersisted();
  }

  void ask(JobReport.ToolRequested tool) {
    LeaseMessage question = words.toolRequest(tool);
    questions.put(tool, question);
    uplink.send(question);
  }

  /// The question that came of this report needs no repetition any more.
  void answered(JobReport report) {
    questions.remove(report);
  }

  void resend(long from) {
    spool.between(from, spool.last()).forEach(uplink::send);
  }

  /// What was said with the dispatch itself is as old as a heartbeat when the first one is due: a
  /// job that is not acknowledged in time is given to somebody else.
  void dispatchAnswered() {
    saidByLastBeat = spool.last();
  }

  /// The server listens again: it is told everything that it may not have heard.
  void resume(Duration now, Stage stage, JobProgress advance) {
    saidByLastBeat = spool.last();
    sendHeartbeat(now, stage, advance);
  }

  /// Says what is due at a heartbeat, oldest first, and the heartbeat.
  void sendHeartbeat(Duration now, Stage stage, JobProgress advance) {
    spool.between(0, saidByLastBeat).forEach(uplink::send);
    questions.values().stream().filter(this::isInNoSpool).forEach(uplink::send);
    saidByLastBeat = spool.last();
    nextBeat = now.plus(interval);
    if (stage instanceof Stage.Held) {
      uplink.send(words.heartbeat(renewals.sent(now), stage, advance));
    }
  }

  private boolean isInNoSpool(LeaseMessage question) {
    return !(question instanceof SequencedMessage numbered) || spool.isAcknowledged(numbered.seq());
  }

  /// The server wants to hear of it as often as that, if not more often.
  void heartbeatEvery(Duration wanted) {
    if (wanted.compareTo(interval) < 0) {
      nextBeat = nextBeat.minus(interval).plus(wanted);
      interval = wanted;
    }
  }

  Duration nextHeartbeat() {
    return nextBeat;
  }

  /// Whether so much is unacknowledged or unanswered that nothing more may be said.
  boolean isFull() {
    return spool.isFull() || questions.size() >= MOST_QUESTIONS;
  }

  List<SessionSize> sizes() {
    return List.of(
        spool.size(),
        renewals.size(),
        new SessionSize("LeaseOutbox.questions", questions.size(), MOST_QUESTIONS));
  }

  /// Nothing more is to be said.
  void close() {
    spool.clear();
    questions.clear();
  }
}
