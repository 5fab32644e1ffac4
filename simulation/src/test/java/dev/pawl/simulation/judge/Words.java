package dev.pawl.simulation.judge;

import dev.pawl.protocol.FromAgent.JobLost;
import dev.pawl.protocol.FromAgent.Numbered;
import java.util.HashMap;
import java.util.Map;

/// What agents have kept, and what they say: nothing is said that is not kept, and no number of a
/// lease ever means two things, however often the agent was started again.
public final class Words {

  private final Verdict verdict;

  /// By agent, and by lease and number.
  private final Map<String, Map<String, Numbered>> meanings = new HashMap<>();

  public Words(Verdict verdict) {
    this.verdict = verdict;
  }

  private Map<String, Numbered> of(Body body) {
    return meanings.computeIfAbsent(body.name(), _ -> new HashMap<>());
  }

  private static String number(Numbered message) {
    return message.seq() + " " + message.leaseId();
  }

  /// It is on the agent's disk from now on.
  public void kept(Body body, Numbered message) {
    Numbered before = of(body).putIfAbsent(number(message), message);
    if (before != null && !before.equals(message)) {
      broken("%s keeps %s for %s".formatted(body.name(), message, before));
    }
  }

  /// That a job was lost by a restart follows from what is kept.
  public void said(Body body, Numbered message) {
    if (message instanceof JobLost lost && lost.reason().equals("agent restarted")) {
      kept(body, message);
    }
    Numbered kept = of(body).get(number(message));
    if (kept == null) {
      broken("%s says %s, and has not kept it".formatted(body.name(), message));
    } else if (!kept.equals(message)) {
      broken("%s says %s for %s".formatted(body.name(), message, kept));
    }
  }

  /// Its disk is not what it was: it cannot know better.
  public void forgets(Body body) {
    meanings.remove(body.name());
  }

  private void broken(String how) {
    verdict.broken(Law.SAME_ANSWER, how);
  }
}
