package dev.pawl.simulation.monitor;

import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.HashMap;
import java.util.Map;

/// Records which messages agents have stored and sent. Nothing is sent before it is stored, and a
/// sequence number of a lease never has two meanings, however often the agent restarts.
public final class MessageMonitor {

  private final ViolationRecorder violations;

  /// By agent, then by lease and sequence number.
  private final Map<String, Map<String, SequencedMessage>> meanings = new HashMap<>();

  public MessageMonitor(ViolationRecorder violations) {
    this.violations = violations;
  }

  private Map<String, SequencedMessage> of(AgentMachine body) {
    return meanings.computeIfAbsent(body.name(), _ -> new HashMap<>());
  }

  private static String number(SequencedMessage message) {
    return message.seq() + " " + message.leaseId();
  }

  /// Records a message that is on the agent's disk from now on.
  public void kept(AgentMachine body, SequencedMessage message) {
    SequencedMessage before = of(body).putIfAbsent(number(message), message);
    if (before != null && !before.equals(message)) {
      broken("%s keeps %s for %s".formatted(body.name(), message, before));
    }
  }

  /// Checks a message that is sent. A job lost by a restart is not stored: it follows from what is.
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

  /// Forgets an agent whose disk was lost.
  public void forgets(AgentMachine body) {
    meanings.remove(body.name());
  }

  private void broken(String how) {
    violations.violated(Invariant.SAME_ANSWER, how);
  }
}
