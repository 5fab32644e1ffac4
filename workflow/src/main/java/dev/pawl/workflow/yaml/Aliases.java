package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Printable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The anchors of a file and what their aliases stand for.
///
/// Aliases make a small file stand for a large tree, so both their number and what all of them
/// stand for together are limited. Nodes are shared, not copied; the limits are for those who walk
/// the tree.
final class Aliases {

  static final int MOST_ALIASES = 1_000;
  static final int MOST_NODES = 100_000;

  private final Map<String, Composed> anchors = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private int aliases;
  private int nodes;

  void begin(String anchor) {
    open.add(anchor);
  }

  void end(String anchor, Composed composed) {
    open.remove(anchor);
    anchors.put(anchor, composed);
  }

  Composed expand(String anchor, Position position) {
    String alias = Printable.quoted("*" + anchor);
    if (open.contains(anchor)) {
      throw new Unreadable(position, "the alias " + alias + " stands inside of what it means", "");
    }
    Composed target = anchors.get(anchor);
    if (target == null) {
      String hint = Nearest.hint(anchor, anchors.keySet().stream().sorted().toList());
      throw new Unreadable(position, "the alias " + alias + " has no anchor above it", hint);
    }
    if (++aliases > MOST_ALIASES) {
      throw new Unreadable(position, "more than " + MOST_ALIASES + " aliases in one file", "");
    }
    nodes += target.size();
    if (nodes > MOST_NODES) {
      throw new Unreadable(
          position, "the aliases of this file stand for more than " + MOST_NODES + " values", "");
    }
    return target.usedAt(position);
  }
}
