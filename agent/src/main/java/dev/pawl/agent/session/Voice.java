package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromAgent.UnderLease;
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
final class Voice {

  /// The most questions that may be open at a time; then the job waits.
  private static final int MOST_QUESTIONS = 256;

  private final Uplink uplink;
  private final Wording words;
  private final Spool spool;
  private final Renewals renewals;
  private final SequencedMap<Report, UnderLease> questions = new LinkedHashMap<>();
  private Duration interval;
  private Duration nextBeat;
  private long saidByLastBeat;

  Voice(Uplink uplink, Spool spool, Wording words, Renewals renewals, Duration interval) {
    this.uplink = uplink;
    this.spool = spool;
    this.words = words;
    this.renewals = renewals;
    this.interval = interval;
    this.nextBeat = renewals.base().plus(interval);
  }

  Wording words() {
    return words;
  }

  Spool spool() {
    return spool;
  }

  Renewals renewals() {
    return renewals;
  }

  /// Says it, as soon as it is kept, and gives its number.
  long say(LongFunction<Numbered> message) {
    Numbered numbered = spool.next(message);
    sayWhatIsKept();
    return numbered.seq();
  }

  /// Says what could not be kept before, if it can be now.
  void sayWhatIsKept() {
    spool.keep().forEach(uplink::send);
  }

  /// Asks whether the job may go on in the group; that this was acknowledged is not the answer yet.
  void ask(Report.GroupFound found) {
    Numbered question = spool.next(words.group(found.group()));
    questions.put(found, question);
    sayWhatIsKept();
  }

  void ask(Report.ToolWanted tool) {
    UnderLease question = words.wanted(tool);
    questions.put(tool, question);
    uplink.send(question);
  }

  /// The question that came of this report needs no repetition any more.
  void answered(Report report) {
    questions.remove(report);
  }

  void resend(long from) {
    spool.between(from, spool.last()).forEach(uplink::send);
  }

  /// What was said with the dispatch itself is as old as a heartbeat when the first one is due: a
  /// job that is not acknowledged in time is given to somebody else.
  void began() {
    saidByLastBeat = spool.last();
  }

  /// The server listens again: it is told everything that it may not have heard.
  void resume(Duration now, Stage stage, Advance advance) {
    saidByLastBeat = spool.last();
    beat(now, stage, advance);
  }

  /// Says what is due at a heartbeat, oldest first, and the heartbeat.
  void beat(Duration now, Stage stage, Advance advance) {
    spool.between(0, saidByLastBeat).forEach(uplink::send);
    questions.values().stream().filter(this::isInNoSpool).forEach(uplink::send);
    saidByLastBeat = spool.last();
    nextBeat = now.plus(interval);
    if (stage instanceof Stage.Held) {
      uplink.send(words.heartbeat(renewals.sent(now), stage, advance));
    }
  }

  private boolean isInNoSpool(UnderLease question) {
    return !(question instanceof Numbered numbered) || spool.has(numbered.seq());
  }

  /// The server wants to hear of it as often as that, if not more often.
  void beatEvery(Duration wanted) {
    if (wanted.compareTo(interval) < 0) {
      nextBeat = nextBeat.minus(interval).plus(wanted);
      interval = wanted;
    }
  }

  Duration nextBeat() {
    return nextBeat;
  }

  /// Whether so much is unacknowledged or unanswered that nothing more may be said.
  boolean isFull() {
    return spool.isFull() || questions.size() >= MOST_QUESTIONS;
  }

  List<Bounded> sizes() {
    return List.of(
        spool.size(),
        renewals.size(),
        new Bounded("Voice.questions", questions.size(), MOST_QUESTIONS));
  }

  /// Nothing more is to be said.
  void close() {
    spool.clear();
    questions.clear();
  }
}
