package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads YAML for the tests of this package.
final class YamlFixture {

  static YamlNode tree(String yaml) {
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = SourceText.of("ci.yml", yaml);
    YamlNode root = YamlReader.read(source, findings).orElseThrow();
    if (findings.hasErrors()) {
      throw new AssertionError(findings.diagnosticsOf(source).render());
    }
    return root;
  }

  static YamlMapping mapping(String yaml) {
    return (YamlMapping) tree(yaml);
  }

  static YamlScalar scalar(String yaml, String key) {
    return (YamlScalar) mapping(yaml).entry(key).orElseThrow().value();
  }

  /// The errors as `line:column message`.
  static List<String> errors(String yaml) {
    return errors(yaml.getBytes(StandardCharsets.UTF_8));
  }

  static List<String> errors(byte[] bytes) {
    return diagnostics(bytes).stream().map(YamlFixture::brief).toList();
  }

  static List<Diagnostic> diagnostics(byte[] bytes) {
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = Utf8Decoder.decode("ci.yml", bytes, findings);
    if (!findings.hasErrors()) {
      var _ = YamlReader.read(source, findings);
    }
    return findings.diagnosticsOf(source).all();
  }

  static Position at(int line, int column) {
    return new Position("ci.yml", line, column);
  }

  private static String brief(Diagnostic diagnostic) {
    Position position = diagnostic.position();
    return position.line() + ":" + position.column() + " " + diagnostic.message();
  }

  private YamlFixture() {}
}
