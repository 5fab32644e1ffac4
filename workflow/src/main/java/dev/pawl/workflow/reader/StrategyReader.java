package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Strategy;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import java.util.Optional;

/// Reads `strategy`.
final class StrategyReader {

  private final Findings findings;
  private final MatrixCheck check;

  StrategyReader(Findings findings) {
    this.findings = findings;
    this.check = new MatrixCheck(findings);
  }

  Optional<Strategy> read(Fields job) {
    return job.fields("strategy", Place.STRATEGY).map(this::strategy);
  }

  private Strategy strategy(Fields fields) {
    Optional<YamlNode> matrix = fields.value("matrix");
    if (matrix.isEmpty()) {
      findings.warning(
          fields.position(), "`strategy` without `matrix` has no effect", "there is one job then");
    }
    matrix.ifPresent(node -> {
      if (node instanceof YamlMapping mapping) {
        check.check(mapping);
      }
    });
    return new Strategy(
        fields.position(),
        matrix.map(Scalars::data),
        fields.text("fail-fast"),
        fields.text("max-parallel"));
  }
}
