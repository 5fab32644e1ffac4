package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Checks the keys of one mapping while it is read. They must differ by more than case, because
/// expressions ignore case.
///
/// An invalid key is reported and left out with its value, and reading goes on, so that the file's
/// other errors are reported too.
final class MappingKeys {

  private static final String MERGE = "<<";

  private final DiagnosticCollector findings;
  private final Map<String, YamlScalar> seen = new HashMap<>();

  MappingKeys(DiagnosticCollector findings) {
    this.findings = findings;
  }

  Optional<YamlScalar> accept(YamlNode node) {
    return switch (node) {
      case YamlScalar key when key.text().isEmpty() -> refuse(key, "a key is missing here", "");
      case YamlScalar key when key.text().equals(MERGE) ->
          refuse(key, "the merge key `<<` is not part of YAML 1.2", "write the entries out");
      case YamlScalar key -> unlessDuplicate(key);
      case YamlMapping _ ->
          refuse(node, "a key must be a string, found a mapping", "an expression is `${{ … }}`");
      case YamlSequence _ -> refuse(node, "a key must be a string, found a list", "");
    };
  }

  private Optional<YamlScalar> unlessDuplicate(YamlScalar key) {
    YamlScalar first = seen.putIfAbsent(key.text().toLowerCase(Locale.ROOT), key);
    if (first == null) {
      return Optional.of(key);
    }
    boolean isSame = first.text().equals(key.text());
    return refuse(
        key,
        "the key " + PrintableText.quoted(key.text()) + " is a duplicate",
        "first used at " + first.position() + (isSame ? "" : "; case is ignored"));
  }

  private Optional<YamlScalar> refuse(YamlNode node, String message, String hint) {
    findings.error(node.position(), message, hint);
    return Optional.empty();
  }
}
