package dev.pawl.workflow.reader;

import dev.pawl.expression.Segment;
import dev.pawl.expression.Split;
import dev.pawl.expression.Template;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.Format;
import dev.pawl.workflow.keys.Scope;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;

/// Finds the expressions in values and tells what is wrong with them.
final class Expressions {

  private static final String OPEN = "${{";

  private final Findings findings;

  Expressions(Findings findings) {
    this.findings = findings;
  }

  /// Whether the scalar is one expression and nothing else.
  static boolean isWhole(YamlScalar scalar) {
    return scalar.text().strip().startsWith(OPEN)
        && Template.split(scalar.text().strip()) instanceof Template template
        && template.segments().size() == 1;
  }

  /// Whether there is none in the scalar; those that there are have been checked.
  boolean isLiteral(YamlScalar scalar, Format format, Scope scope) {
    return format == Format.CONDITION ? condition(scalar, scope) : isLiteral(scalar, scope);
  }

  boolean isLiteral(YamlScalar scalar, Scope scope) {
    if (!scalar.text().contains(OPEN)) {
      return true;
    }
    switch (Template.split(scalar.text())) {
      case Split.Unclosed(int offset) ->
          findings.error(
              position(scalar, offset), "this expression is never closed", "add the `}}`");
      case Template template ->
          template.expressions().forEach(expression -> check(scalar, expression, scope));
    }
    return false;
  }

  private boolean condition(YamlScalar scalar, Scope scope) {
    return isLiteral(scalar, scope);
  }

  private void check(YamlScalar scalar, Segment.Embedded expression, Scope scope) {
    if (!scope.allowsExpressions()) {
      findings.error(
          position(scalar, expression.offset()), "an expression cannot be used here", "");
    }
  }

  /// Looks at all keys and values within `node`.
  void lookThrough(YamlNode node, Scope scope) {
    switch (node) {
      case YamlScalar scalar -> {
        boolean _ = isLiteral(scalar, scope);
      }
      case YamlSequence sequence -> sequence.items().forEach(item -> lookThrough(item, scope));
      case YamlMapping mapping ->
          mapping
              .entries()
              .forEach(entry -> {
                boolean _ = isLiteral(entry.key(), Scope.NONE);
                lookThrough(entry.value(), scope);
              });
    }
  }

  /// Finding the place of one of many expressions in a long text takes time, so it is looked for
  /// only where it will be shown.
  private Position position(YamlScalar scalar, int offset) {
    return findings.hasRoom() ? scalar.positionAt(offset) : scalar.position();
  }
}
