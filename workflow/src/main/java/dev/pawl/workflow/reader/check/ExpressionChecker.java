package dev.pawl.workflow.reader.check;

import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Reference;
import dev.pawl.expression.template.Template;
import dev.pawl.expression.template.TemplateSegment;
import dev.pawl.expression.template.TemplateSplit;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.keys.ScalarFormat;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlScalar;

/// Finds the expressions in values, parses them and reports what is wrong with them.
///
/// Once the error limit is reached it parses no more, so that no file can make this expensive.
final class ExpressionChecker {

  private static final String OPEN = "${{";

  private final DiagnosticCollector findings;
  private final ReferenceChecker references;

  ExpressionChecker(DiagnosticCollector findings, KnownNames facts) {
    this.findings = findings;
    this.references = new ReferenceChecker(facts);
  }

  /// Whether the scalar is one expression and nothing else.
  static boolean isWhole(YamlScalar scalar) {
    String text = scalar.text().strip();
    return text.startsWith(OPEN)
        && Template.split(text) instanceof Template template
        && template.segments().size() == 1;
  }

  /// Whether the scalar has no expressions. Those that it has are checked.
  boolean isLiteral(YamlScalar scalar, ContextAvailability scope) {
    return isLiteral(scalar, ScalarFormat.TEXT, scope);
  }

  /// The same, where a condition is an expression even without braces.
  boolean isLiteral(YamlScalar scalar, ScalarFormat format, ContextAvailability scope) {
    if (!scalar.text().contains(OPEN)) {
      if (format == ScalarFormat.CONDITION) {
        bareCondition(scalar, scope);
      }
      return true;
    }
    if (!findings.hasRoomForErrors()) {
      return false;
    }
    switch (Template.split(scalar.text())) {
      case TemplateSplit.Unclosed(int offset) ->
          findings.error(
              scalar.positionAt(offset), "this expression is never closed", "add the `}}`");
      case Template template -> template(scalar, template, format, scope);
    }
    return false;
  }

  private void template(
      YamlScalar scalar, Template template, ScalarFormat format, ContextAvailability scope) {
    for (TemplateSegment.Embedded embedded : template.expressions()) {
      if (!findings.hasRoomForErrors()) {
        return;
      }
      if (!scope.allowsExpressions()) {
        findings.error(scalar.positionAt(embedded.offset()), "an expression cannot be used here");
        continue;
      }
      try {
        Expression expression = embedded.parse(scope.names());
        look(scalar, expression, embedded.bodyOffset(), format, scope);
      } catch (ExpressionError error) {
        tell(scalar, error, scope);
      }
    }
    if (format == ScalarFormat.CONDITION && !isWhole(scalar)) {
      findings.warning(
          scalar.position(),
          "this condition always holds: with text around the braces it is a text, and not empty",
          "put all of it inside of one `${{ }}`, or leave the braces out");
    }
  }

  private void bareCondition(YamlScalar scalar, ContextAvailability scope) {
    if (scalar.kind() != ScalarKind.TEXT || !findings.hasRoomForErrors()) {
      return;
    }
    try {
      Expression expression = Expression.parse(scalar.text(), scope.names());
      look(scalar, expression, 0, ScalarFormat.CONDITION, scope);
    } catch (ExpressionError error) {
      tell(scalar, error, scope);
    }
  }

  private void tell(YamlScalar scalar, ExpressionError error, ContextAvailability scope) {
    ExpressionProblem trouble = ExpressionProblem.of(error, scalar.text(), scope);
    int offset = Math.clamp(error.offset(), 0, scalar.text().length());
    findings.error(scalar.positionAt(offset), trouble.message(), trouble.hint());
  }

  private void look(
      YamlScalar scalar,
      Expression expression,
      int start,
      ScalarFormat format,
      ContextAvailability scope) {
    if (!findings.hasRoomForWarnings()) {
      return;
    }
    for (Reference reference : expression.references()) {
      references
          .missing(reference)
          .ifPresent(missing ->
              findings.warning(
                  position(scalar, start + reference.offset()), missing.message(), missing.hint()));
    }
    if (format == ScalarFormat.SCRIPT || format == ScalarFormat.STEP_SCRIPT) {
      UntrustedReferences.in(expression)
          .ifPresent(reference -> warnOfUntrusted(scalar, start, expression, reference));
    }
    if (scope == ContextAvailability.JOB_IF && CancelCondition.holdsAfterCancel(expression)) {
      findings.warning(
          position(scalar, start),
          "a job is cancelled with its run, whatever its condition asks",
          "to clean up after a cancel, use `hooks`");
    }
  }

  private void warnOfUntrusted(
      YamlScalar scalar, int start, Expression expression, Reference reference) {
    String variable = UntrustedReferences.variable(reference);
    findings.warning(
        position(scalar, start + reference.offset()),
        "somebody outside may choose this value, and in a script it is code",
        "write `env: { %s: \"${{ %s }}\" }` and use `\"$%s\"` in the script"
            .formatted(variable, expression.source().strip(), variable));
  }

  /// The position of a character. Finding it in a long text takes time, so it is looked up only
  /// where the diagnostic will be shown.
  private Position position(YamlScalar scalar, int offset) {
    return findings.hasRoomForWarnings()
        ? scalar.positionAt(Math.clamp(offset, 0, scalar.text().length()))
        : scalar.position();
  }
}
