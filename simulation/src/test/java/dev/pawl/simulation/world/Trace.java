package dev.pawl.simulation.world;

import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import java.util.ArrayList;
import java.util.List;

/// Trace of a simulation in words, to understand a failure. It costs nothing unless it is wanted.
public final class Trace {

  private final Timeline timeline;
  private final boolean isWanted;
  private final List<String> lines = new ArrayList<>();

  Trace(Timeline timeline, boolean isWanted) {
    this.timeline = timeline;
    this.isWanted = isWanted;
  }

  public boolean isWanted() {
    return isWanted;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is a library of its own
  public void say(String words, Object... values) {
    if (isWanted) {
      lines.add("%10.3f  %s".formatted(timeline.now() / 1000.0, words.formatted(values)));
    }
  }

  /// Traces every journal entry of a commit.
  void commit(Commit commit) {
    if (!isWanted) {
      return;
    }
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        for (Transition line : revision.transitions()) {
          say(
              "  %s %s: %s %s, %s %s to %s, by %s, %s %s",
              commit.id(),
              revision.after().key(),
              line.machine(),
              line.entity(),
              line.from(),
              line.event(),
              line.to(),
              line.actor(),
              line.cause().reason().code(),
              line.cause().reason().message());
        }
      }
      change.effects().forEach(effect -> say("    to be told: %s", effect));
    }
  }

  List<String> lines() {
    return lines;
  }
}
