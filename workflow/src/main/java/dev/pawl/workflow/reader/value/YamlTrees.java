package dev.pawl.workflow.reader.value;

import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Finds values in a YAML tree that is not checked yet.
public final class YamlTrees {

  public static Optional<YamlMapping> mapping(YamlMapping outer, String key) {
    return outer
        .entry(key)
        .map(YamlEntry::value)
        .filter(YamlMapping.class::isInstance)
        .map(YamlMapping.class::cast);
  }

  public static List<YamlNode> items(YamlMapping outer, String key) {
    return outer
        .entry(key)
        .map(YamlEntry::value)
        .filter(YamlSequence.class::isInstance)
        .map(list -> ((YamlSequence) list).items())
        .orElse(List.of());
  }

  public static Optional<String> string(YamlNode node, String key) {
    return node instanceof YamlMapping mapping
            && mapping.entry(key).map(YamlEntry::value).orElse(null) instanceof YamlScalar scalar
        ? Optional.of(scalar.text())
        : Optional.empty();
  }

  /// The names in an inner mapping; empty where there is no such mapping.
  public static Set<String> names(YamlMapping outer, String key) {
    Set<String> names = emptyNames();
    mapping(outer, key).ifPresent(inner -> addNames(names, inner));
    return names;
  }

  public static void addNames(Set<String> names, YamlMapping mapping) {
    mapping.entries().forEach(entry -> names.add(entry.name()));
  }

  /// An empty set that compares names as expressions do.
  public static Set<String> emptyNames() {
    return new TreeSet<>(IdentifierSet.ORDER);
  }

  private YamlTrees() {}
}
