package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.util.ArrayDeque;
import java.util.Deque;

/// What is said under one lease, in order: every message has the next number and is kept until the
/// server has acknowledged it. Thread-safe.
public final class LeaseChannel {

  /// Makes a message with its number.
  public interface Numbering {
    Numbered number(long seq);
  }

  private final ServerLink link;
  private final JobDispatch dispatch;
  private final Deque<Numbered> unacknowledged = new ArrayDeque<>();
  private long last;
  private long acknowledged;
  private boolean isOver;

  LeaseChannel(ServerLink link, JobDispatch dispatch) {
    this.link = link;
    this.dispatch = dispatch;
  }

  public JobDispatch dispatch() {
    return dispatch;
  }

  public ServerLink link() {
    return link;
  }

  /// Says the next thing, unless the lease is over.
  public synchronized long say(Numbering message) {
    if (!isOver) {
      Numbered numbered = message.number(++last);
      unacknowledged.add(numbered);
      link.send(numbered);
    }
    return last;
  }

  /// Says the next thing and waits until the server has it for good. False if the lease ended
  /// instead.
  public synchronized boolean sayAndAwait(Numbering message) throws InterruptedException {
    if (isOver) {
      return false;
    }
    long seq = say(message);
    while (!isOver && acknowledged < seq) {
      wait();
    }
    return acknowledged >= seq;
  }

  synchronized void acknowledged(long seq) {
    acknowledged = Math.max(acknowledged, seq);
    while (!unacknowledged.isEmpty() && unacknowledged.peek().seq() <= acknowledged) {
      unacknowledged.remove();
    }
    notifyAll();
  }

  synchronized void resend(long from) {
    unacknowledged.stream().filter(message -> message.seq() >= from).forEach(link::send);
  }

  /// The lease is over: nothing more is said, and nobody waits for an answer.
  synchronized void close() {
    isOver = true;
    unacknowledged.clear();
    notifyAll();
  }
}
