package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;

/// Reports the keys of a mapping that are unknown, missing, unsupported or without effect.
final class KeyChecker {

  private final DiagnosticCollector findings;

  KeyChecker(DiagnosticCollector findings) {
    this.findings = findings;
  }

  void status(KeyDefinition key, YamlEntry entry) {
    switch (key.status()) {
      case SUPPORTED, PART -> {}
      case NOT_EXECUTED -> warn(key, entry, "%s %s is checked, but not executed yet");
      case NO_EFFECT -> warn(key, entry, "%s has no effect %s");
      case JOB_REJECTED -> warnAboutJob(key, entry);
      case UNSUPPORTED ->
          findings.error(
              entry.position(), message(key, "%s %s is not supported by this version"), key.note());
    }
  }

  private void warn(KeyDefinition key, YamlEntry entry, String template) {
    findings.warning(entry.position(), message(key, template), key.note());
  }

  /// Warns of a key that keeps the job from running. An empty value does not.
  private void warnAboutJob(KeyDefinition key, YamlEntry entry) {
    if (!(entry.value() instanceof YamlScalar scalar && ScalarValues.isEmpty(scalar))) {
      warn(key, entry, "a job with %s cannot be run yet");
    }
  }

  /// The message about a key.
  ///
  /// @param template with placeholders for the key and its section
  private static String message(KeyDefinition key, String template) {
    return template.formatted(PrintableText.quoted(key.name()), key.section().described());
  }

  void unknown(KeySection section, YamlEntry entry) {
    String message =
        "unknown key " + PrintableText.quoted(entry.name()) + " " + section.described();
    String hint = hint(section, entry.name());
    if (section.allowsUnknownKeys()) {
      findings.warning(entry.position(), message + " has no effect", hint);
    } else {
      findings.error(entry.position(), message, hint);
    }
  }

  void missing(KeySection section, YamlMapping mapping) {
    for (KeyDefinition key : KeyTable.requiredOf(section)) {
      if (mapping.entry(key.name()).isEmpty()) {
        findings.error(
            mapping.position(),
            PrintableText.quoted(key.name()) + " is missing " + section.described(),
            "add %s: %s (%s)"
                .formatted(PrintableText.quoted(key.name()), key.note(), key.shape().described()));
      }
    }
  }

  private static String hint(KeySection section, String name) {
    String nearest =
        SpellingSuggestion.hint(
            name, KeyTable.of(section).stream().map(KeyDefinition::name).toList());
    return nearest.isEmpty()
        ? KeyTable.sectionsOf(name).stream()
            .findFirst()
            .map(otherFiles -> "it is allowed " + otherFiles.described())
            .orElse("")
        : nearest;
  }
}
