package dev.pawl.workflow.action;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.CompositeAction;
import dev.pawl.workflow.reader.ActionReader;
import dev.pawl.workflow.reader.Library;
import dev.pawl.workflow.reader.LocalActions;
import dev.pawl.workflow.yaml.Utf8;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlReader;
import java.util.Optional;

/// The bytes of an `action.yml` become a composite action, or a list of what is wrong with them.
///
/// Pure, as with workflows: no bytes make it throw.
public final class ActionFile {

  /// What the bytes say. Actions that it uses are left alone.
  ///
  /// @param name how diagnostics call the file
  public static ActionReading read(String name, byte[] bytes) {
    return read(name, bytes, Optional.empty());
  }

  /// What the bytes say, together with the actions that they use.
  public static ActionReading read(String name, byte[] bytes, Library library) {
    return read(name, bytes, Optional.of(library));
  }

  private static ActionReading read(String name, byte[] bytes, Optional<Library> library) {
    Findings elsewhere = new Findings();
    var actions = new LocalActions(library, elsewhere);
    Findings findings = new Findings();
    SourceText source = Utf8.decode(name, bytes, findings);
    Optional<YamlNode> root =
        findings.hasErrors() ? Optional.empty() : YamlReader.read(source, findings);
    Optional<CompositeAction> action =
        root.flatMap(found -> ActionReader.read(name, found, findings, actions));
    findings.include(elsewhere);
    Optional<String> foreign = root.flatMap(ActionReader::foreign);
    return action
        .filter(_ -> !findings.hasErrors())
        .<ActionReading>map(read -> new ActionReading.Accepted(read, findings.in(source)))
        .or(() -> foreign.map(using -> new ActionReading.Foreign(using, findings.in(source))))
        .orElseGet(() -> new ActionReading.Refused(findings.in(source)));
  }

  private ActionFile() {}
}
