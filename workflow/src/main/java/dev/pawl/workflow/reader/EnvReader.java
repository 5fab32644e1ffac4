package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.YamlEntry;
import java.util.SequencedMap;

/// Reads `env`.
final class EnvReader {

  static SequencedMap<String, Text> read(Fields fields, Findings findings) {
    for (YamlEntry entry : fields.entries("env")) {
      if (entry.name().indexOf('=') >= 0) {
        findings.error(
            entry.position(),
            Printable.quoted("env." + entry.name())
                + ": the name of a variable cannot contain `=`");
      }
    }
    return fields.textsByName("env");
  }

  private EnvReader() {}
}
