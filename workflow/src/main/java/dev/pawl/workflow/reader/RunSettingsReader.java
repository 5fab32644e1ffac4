package dev.pawl.workflow.reader;

import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.reader.value.SectionReader;

/// Reads `shell` and `working-directory`, of a step or under `defaults`.
final class RunSettingsReader {

  /// The settings of a section. An empty working directory counts as absent.
  static RunSettings read(SectionReader fields) {
    return new RunSettings(
        fields.text("shell"),
        fields.text("working-directory").filter(directory -> !directory.source().isBlank()));
  }

  /// The settings under `defaults.run`.
  ///
  /// @param outer the section that has `defaults`
  static RunSettings defaults(SectionReader outer, KeySection defaults, KeySection run) {
    return outer
        .fields("defaults", defaults)
        .flatMap(found -> found.fields("run", run))
        .map(RunSettingsReader::read)
        .orElse(RunSettings.NONE);
  }

  private RunSettingsReader() {}
}
