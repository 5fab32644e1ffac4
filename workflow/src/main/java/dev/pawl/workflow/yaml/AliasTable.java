package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The anchors of a file and the nodes that their aliases stand for.
///
/// Aliases let a small file stand for a large tree, so their number and the total size of what they
/// stand for are limited. Nodes are shared, not copied; the limits protect the code that walks the
/// tree.
final class AliasTable {

  static final int MAX_ALIASES = 1_000;
  static final int MAX_NODES = 100_000;

  private final Map<String, MeasuredNode> anchors = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private int aliases;
  private int nodes;

  void begin(String anchor) {
    open.add(anchor);
  }

  void end(String anchor, MeasuredNode composed) {
    open.remove(anchor);
    anchors.put(anchor, composed);
  }

  MeasuredNode expand(String anchor, Position position) {
    String alias = PrintableText.quoted("*" + anchor);
    if (open.contains(anchor)) {
      throw new UnreadableYamlException(
          position, "the alias " + alias + " refers to a node that contains it", "");
    }
    MeasuredNode target = anchors.get(anchor);
    if (target == null) {
      String hint = SpellingSuggestion.hint(anchor, anchors.keySet().stream().sorted().toList());
      throw new UnreadableYamlException(
          position, "the alias " + alias + " has no anchor above it", hint);
    }
    if (++aliases > MAX_ALIASES) {
      throw new UnreadableYamlException(
          position, "more than " + MAX_ALIASES + " aliases in one file", "");
    }
    nodes += target.size();
    if (nodes > MAX_NODES) {
      throw new UnreadableYamlException(
          position, "the aliases of this file expand to more than " + MAX_NODES + " values", "");
    }
    return target.at(position);
  }
}
