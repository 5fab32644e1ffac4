package dev.pawl.workflow.reader;

import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.RunSettings;

/// Reads `shell` and `working-directory`, of a step or under `defaults`.
final class SettingsReader {

  /// A working directory that is empty says nothing.
  static RunSettings read(Fields fields) {
    return new RunSettings(
        fields.text("shell"),
        fields.text("working-directory").filter(directory -> !directory.source().isBlank()));
  }

  /// @param outer the place that has `defaults`
  static RunSettings defaults(Fields outer, Place defaults, Place run) {
    return outer
        .fields("defaults", defaults)
        .flatMap(found -> found.fields("run", run))
        .map(SettingsReader::read)
        .orElse(RunSettings.NONE);
  }

  private SettingsReader() {}
}
