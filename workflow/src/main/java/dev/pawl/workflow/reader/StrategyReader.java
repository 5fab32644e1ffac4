package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.StrategyDefinition;
import dev.pawl.workflow.reader.check.MatrixChecker;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import java.util.Optional;

/// Reads `strategy`.
final class StrategyReader {

  private final DiagnosticCollector findings;
  private final MatrixChecker check;

  StrategyReader(DiagnosticCollector findings) {
    this.findings = findings;
    this.check = new MatrixChecker(findings);
  }

  Optional<StrategyDefinition> read(SectionReader job) {
    return job.fields("strategy", KeySection.STRATEGY).map(this::strategy);
  }

  private StrategyDefinition strategy(SectionReader fields) {
    Optional<YamlNode> matrix = fields.value("matrix");
    if (matrix.isEmpty()) {
      findings.warning(
          fields.position(),
          "`strategy` without `matrix` has no effect",
          "add a `matrix`, or remove `strategy`");
    }
    matrix.ifPresent(node -> {
      if (node instanceof YamlMapping mapping) {
        check.check(mapping);
      }
    });
    return new StrategyDefinition(
        fields.position(),
        matrix.map(ScalarValues::data),
        fields.text("fail-fast"),
        fields.text("max-parallel"));
  }
}
