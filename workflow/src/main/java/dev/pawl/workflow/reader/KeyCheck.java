package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Key;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;

/// Says of the keys of a mapping which are not known, which do nothing, and which are missing.
final class KeyCheck {

  private final Findings findings;

  KeyCheck(Findings findings) {
    this.findings = findings;
  }

  void status(Key key, YamlEntry entry) {
    String name = Printable.quoted(key.name());
    switch (key.status()) {
      case SUPPORTED, PART -> {}
      case NOT_EXECUTED ->
          findings.warning(
              entry.position(),
              name + " " + key.place().described() + " is checked, but not executed yet",
              key.note());
      case WITHOUT_EFFECT ->
          findings.warning(
              entry.position(), name + " has no effect " + key.place().described(), key.note());
      case NOT_RUN ->
          findings.warning(
              entry.position(), "a job with " + name + " cannot be run yet", key.note());
      case NOT_YET ->
          findings.error(
              entry.position(),
              name + " " + key.place().described() + " is not supported by this version",
              key.note());
    }
  }

  void unknown(Place place, YamlEntry entry) {
    findings.error(
        entry.position(),
        "unknown key " + Printable.quoted(entry.name()) + " " + place.described(),
        hint(place, entry.name()));
  }

  void missing(Place place, YamlMapping mapping) {
    for (Key key : KeyTable.requiredOf(place)) {
      if (mapping.entry(key.name()).isEmpty()) {
        findings.error(
            mapping.position(),
            Printable.quoted(key.name()) + " is missing " + place.described(),
            key.note());
      }
    }
  }

  private static String hint(Place place, String name) {
    String nearest = Nearest.hint(name, KeyTable.of(place).stream().map(Key::name).toList());
    return nearest.isEmpty()
        ? KeyTable.placesOf(name).stream()
            .findFirst()
            .map(elsewhere -> "it is known " + elsewhere.described())
            .orElse("")
        : nearest;
  }
}
