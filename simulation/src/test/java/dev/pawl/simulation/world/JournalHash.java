package dev.pawl.simulation.world;

import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import java.util.HexFormat;

/// Hash of everything that was written to any journal, in order. Two simulations of the same
/// scenario have the same hash, in any JVM.
final class JournalHash {

  private long hash = 0xcbf29ce484222325L;

  void add(Commit commit) {
    add(commit.id());
    for (Change change : commit.changes()) {
      add(change.at().toEpochMilli());
      for (Revision revision : change.revisions()) {
        add(revision.after().key());
        add(revision.after().version());
        for (Transition line : revision.transitions()) {
          add(line);
        }
      }
    }
  }

  private void add(Transition line) {
    add(line.machine());
    add(line.entity());
    add(line.from());
    add(line.event());
    add(line.to());
    add(line.actor().name());
    add(line.cause().reason().code().name());
    add(line.cause().reason().message());
  }

  private void add(String text) {
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ 0xff) * 0x100000001b3L;
  }

  private void add(long number) {
    hash = (hash ^ number) * 0x100000001b3L;
  }

  String text() {
    return HexFormat.of().toHexDigits(hash);
  }
}
