package dev.pawl.workflow.reader;

import dev.pawl.core.plan.Shell;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads `shell` and `working-directory`, of a step or under `defaults`.
final class SettingsReader {

  private static final Map<String, Shell> SHELLS =
      new TreeMap<>(Map.of("bash", Shell.BASH, "sh", Shell.SH, "python", Shell.PYTHON));

  private final Findings findings;
  private final Values values;

  SettingsReader(Findings findings, Values values) {
    this.findings = findings;
    this.values = values;
  }

  RunSettings read(Fields fields) {
    Shell shell = fields.value("shell").map(this::shell).orElse(Shell.UNSPECIFIED);
    String directory =
        fields
            .value("working-directory")
            .flatMap(node -> values.text(node, "`working-directory`"))
            .orElse("");
    return new RunSettings(shell, directory);
  }

  RunSettings defaults(YamlNode node) {
    return values
        .mapping(node, "`defaults`")
        .flatMap(mapping -> Fields.of(Place.DEFAULTS, mapping, findings).value("run"))
        .flatMap(run -> values.mapping(run, "`defaults.run`"))
        .map(run -> read(Fields.of(Place.DEFAULTS_RUN, run, findings)))
        .orElse(RunSettings.NONE);
  }

  private Shell shell(YamlNode node) {
    Optional<YamlScalar> written = values.scalar(node, "`shell`");
    if (written.isEmpty()) {
      return Shell.UNSPECIFIED;
    }
    String name = written.get().text();
    Shell shell = SHELLS.get(name);
    if (shell == null) {
      String guess = Nearest.hint(name, SHELLS.keySet());
      findings.error(
          node.position(),
          "the shell " + Printable.quoted(name) + " is not supported by this version",
          guess.isEmpty() ? "use `bash`, `sh` or `python`" : guess);
      return Shell.UNSPECIFIED;
    }
    return shell;
  }
}
