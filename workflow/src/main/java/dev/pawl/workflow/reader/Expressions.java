package dev.pawl.workflow.reader;

import dev.pawl.expression.Split;
import dev.pawl.expression.Template;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;

/// Finds the expressions in values and refuses them, since nothing evaluates them yet.
final class Expressions {

  private final Findings findings;

  Expressions(Findings findings) {
    this.findings = findings;
  }

  /// Whether there is one in the scalar; it has been told then.
  boolean isIn(YamlScalar scalar) {
    return switch (Template.split(scalar.text())) {
      case Split.Unclosed(int offset) -> {
        findings.error(position(scalar, offset), "this expression is never closed", "add the `}}`");
        yield true;
      }
      case Template template -> {
        template
            .expressions()
            .forEach(expression ->
                findings.error(
                    position(scalar, expression.offset()),
                    "expressions are not evaluated by this version yet"));
        yield !template.expressions().isEmpty();
      }
    };
  }

  /// Looks at all keys and values within `node`.
  void lookThrough(YamlNode node) {
    switch (node) {
      case YamlScalar scalar -> {
        boolean _ = isIn(scalar);
      }
      case YamlSequence sequence -> sequence.items().forEach(this::lookThrough);
      case YamlMapping mapping ->
          mapping
              .entries()
              .forEach(entry -> {
                lookThrough(entry.key());
                lookThrough(entry.value());
              });
    }
  }

  /// Finding the place of one of many expressions in a long text takes time, so it is looked for
  /// only where it will be shown.
  private Position position(YamlScalar scalar, int offset) {
    return findings.hasRoom() ? scalar.positionAt(offset) : scalar.position();
  }
}
