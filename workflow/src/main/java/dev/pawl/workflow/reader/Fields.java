package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Key;
import dev.pawl.workflow.keys.KeyStatus;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import java.util.List;
import java.util.Optional;

/// A mapping whose keys the [KeyTable] has judged.
///
/// Values are handed out for supported keys only, so that none can be read which the table does not
/// list.
final class Fields {

  private final Place place;
  private final YamlMapping mapping;

  private Fields(Place place, YamlMapping mapping) {
    this.place = place;
    this.mapping = mapping;
  }

  static Fields of(Place place, YamlMapping mapping, Findings findings) {
    mapping.entries().forEach(entry -> judge(place, entry, findings));
    return new Fields(place, mapping);
  }

  /// The value of a supported key.
  Optional<YamlNode> value(String name) {
    boolean supported =
        KeyTable.find(place, name).filter(key -> key.status() == KeyStatus.SUPPORTED).isPresent();
    if (!supported) {
      throw new IllegalStateException("the table of keys does not list " + place + " " + name);
    }
    return mapping.entry(name).map(YamlEntry::value);
  }

  /// Whether the key is there at all, supported or not.
  boolean mentions(String name) {
    return mapping.entry(name).isPresent();
  }

  private static void judge(Place place, YamlEntry entry, Findings findings) {
    Optional<Key> key = KeyTable.find(place, entry.name());
    if (key.isEmpty()) {
      unknown(place, entry, findings);
      return;
    }
    String name = Printable.quoted(entry.name());
    switch (key.get().status()) {
      case SUPPORTED -> {}
      case WITHOUT_EFFECT ->
          findings.warning(
              entry.position(), name + " has no effect " + place.described(), key.get().note());
      case NOT_YET ->
          findings.error(
              entry.position(),
              name + " " + place.described() + " is not supported by this version yet");
    }
  }

  private static void unknown(Place place, YamlEntry entry, Findings findings) {
    String message = "unknown key " + Printable.quoted(entry.name()) + " " + place.described();
    findings.error(entry.position(), message, hint(place, entry.name()));
  }

  private static String hint(Place place, String name) {
    List<String> known = KeyTable.of(place).stream().map(Key::name).toList();
    return KeyTable.placesOf(name).stream()
        .findFirst()
        .map(elsewhere -> "it is known " + elsewhere.described())
        .orElseGet(() -> Nearest.hint(name, known));
  }
}
