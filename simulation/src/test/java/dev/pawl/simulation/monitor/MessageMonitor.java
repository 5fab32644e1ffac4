package dev.pawl.simulation.monitor;

import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.HashMap;
import java.util.Map;

/// What agents have kept, and what they say: nothing is said that is not kept, and no number of a
/// lease ever means two things, however often the agent was started again.
public final class MessageMonitor {

  private final ViolationRecorder verdict;

  /// By agent, and by lease and number.
  private final Map<String, Map<String, SequencedMessage>> meanings = new HashMap<>();

  public MessageMonitor(ViolationRecorder verdict) {
    this.verdict = verdict;
  }

  private Map<String, SequencedMessage> of(AgentMachine body) {
    return meanings.computeIfAbsent(body.name(), _ -> new HashMap<>());
  }

  private static String number(SequencedMessage message) {
    return message.seq() + " " + message.leaseId();
  }

  /// It is on the agent's disk from now on.
  public void kept(AgentMachine body, SequencedMessage message) {
    SequencedMessage before = of(body).putIfAbsent(number(message), message);
    if (before != null && !before.equals(message)) {
      broken("%s keeps %s for %s".formatted(body.name(), message, before));
    }
  }

  /// That a job was lost by a restart follows from what is kept.
  public void said(AgentMachine body, SequencedMessage message) {
    if (message instanceof JobLost lost && lost.reason().equals("agent restarted")) {
      kept(body, message);
    }
    SequencedMessage kept = of(body).get(number(message));
    if (kept == null) {
      broken("%s says %s, and has not kept it".formatted(body.name(), message));
    } else if (!kept.equals(message)) {
      broken("%s says %s for %s".formatted(body.name(), message, kept));
    }
  }

  /// Its disk is not what it was: it cannot know better.
  public void forgets(AgentMachine body) {
    meanings.remove(body.name());
  }

  private void broken(String how) {
    verdict.violated(Invariant.SAME_ANSWER, how);
  }
}
