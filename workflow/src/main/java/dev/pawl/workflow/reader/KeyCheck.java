package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Key;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;

/// Says of the keys of a mapping which are not known, which do nothing, and which are missing.
final class KeyCheck {

  private final Findings findings;

  KeyCheck(Findings findings) {
    this.findings = findings;
  }

  void status(Key key, YamlEntry entry) {
    switch (key.status()) {
      case SUPPORTED, PART -> {}
      case NOT_EXECUTED -> warn(key, entry, "%s %s is checked, but not executed yet");
      case WITHOUT_EFFECT -> warn(key, entry, "%s has no effect %s");
      case NOT_RUN -> warnOfJob(key, entry);
      case NOT_YET ->
          findings.error(
              entry.position(), message(key, "%s %s is not supported by this version"), key.note());
    }
  }

  private void warn(Key key, YamlEntry entry, String what) {
    findings.warning(entry.position(), message(key, what), key.note());
  }

  /// One that asks for nothing can be run.
  private void warnOfJob(Key key, YamlEntry entry) {
    if (!(entry.value() instanceof YamlScalar scalar && Scalars.isEmpty(scalar))) {
      warn(key, entry, "a job with %s cannot be run yet");
    }
  }

  /// @param what with places for the key, and for where it is
  private static String message(Key key, String what) {
    return what.formatted(Printable.quoted(key.name()), key.place().described());
  }

  void unknown(Place place, YamlEntry entry) {
    String message = "unknown key " + Printable.quoted(entry.name()) + " " + place.described();
    String hint = hint(place, entry.name());
    if (place.isLoose()) {
      findings.warning(entry.position(), message + " has no effect", hint);
    } else {
      findings.error(entry.position(), message, hint);
    }
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
