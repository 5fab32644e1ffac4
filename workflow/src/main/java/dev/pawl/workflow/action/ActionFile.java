package dev.pawl.workflow.action;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.step.CompositeAction;
import dev.pawl.workflow.reader.ActionReader;
import dev.pawl.workflow.reader.LocalActions;
import dev.pawl.workflow.reader.RepositoryFiles;
import dev.pawl.workflow.yaml.Utf8Decoder;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlReader;
import java.util.Optional;

/// Reads the bytes of an `action.yml` as a composite action.
///
/// Pure, as with workflows: no input makes it throw.
public final class ActionFile {

  /// Reads a file without the actions that it uses.
  ///
  /// @param name the file's name in diagnostics
  public static ActionReadResult read(String name, byte[] bytes) {
    return read(name, bytes, Optional.empty());
  }

  /// Reads a file together with the actions that it uses.
  public static ActionReadResult read(String name, byte[] bytes, RepositoryFiles library) {
    return read(name, bytes, Optional.of(library));
  }

  private static ActionReadResult read(
      String name, byte[] bytes, Optional<RepositoryFiles> library) {
    DiagnosticCollector elsewhere = new DiagnosticCollector();
    var actions = new LocalActions(library, elsewhere);
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = Utf8Decoder.decode(name, bytes, findings);
    Optional<YamlNode> root =
        findings.hasErrors() ? Optional.empty() : YamlReader.read(source, findings);
    Optional<CompositeAction> action =
        root.flatMap(found -> ActionReader.read(name, found, findings, actions));
    findings.include(elsewhere);
    Optional<String> foreign = root.flatMap(ActionReader::unsupportedRuntime);
    return action
        .filter(_ -> !findings.hasErrors())
        .<ActionReadResult>map(
            read -> new ActionReadResult.Accepted(read, findings.diagnosticsOf(source)))
        .or(() ->
            foreign.map(
                using -> new ActionReadResult.Unsupported(using, findings.diagnosticsOf(source))))
        .orElseGet(() -> new ActionReadResult.Rejected(findings.diagnosticsOf(source)));
  }

  private ActionFile() {}
}
