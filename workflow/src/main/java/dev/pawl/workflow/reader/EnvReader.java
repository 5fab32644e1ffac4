package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import java.util.SequencedMap;

/// Reads `env`.
final class EnvReader {

  static SequencedMap<String, TemplateText> read(
      SectionReader fields, DiagnosticCollector findings) {
    for (YamlEntry entry : fields.entries("env")) {
      if (entry.name().indexOf('=') >= 0) {
        findings.error(
            entry.position(),
            PrintableText.quoted("env." + entry.name())
                + ": the name of a variable cannot contain `=`");
      }
    }
    return fields.textsByName("env");
  }

  private EnvReader() {}
}
