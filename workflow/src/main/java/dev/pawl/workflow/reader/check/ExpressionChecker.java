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
import java.util.Set;

/// Finds the expressions in values, parses them and reports what is wrong with them.
///
/// Once the error limit is reached it parses no more, so that no file can make this expensive.
final class ExpressionChecker {

  private static final String OPEN = "${{";

  private final DiagnosticCollector findings;
  private final ReferenceChecker references;

  ExpressionChecker(DiagnosticCollector findings, KnownNames names) {
    this.findings = findings;
    this.references = new ReferenceChecker(names);
  }

  /// Whether the scalar is one expression and nothing else.
  static boolean isWhole(YamlScalar scalar) {
    String text = scalar.text().strip();
    return text.startsWith(OPEN)
        && Template.split(text) instanceof Template template
        && template.segments().size() == 1;
  }

  /// Whether the scalar has no expressions. Those that it has are checked.
  boolean isLiteral(YamlScalar scalar, ContextAvailability contexts) {
    return isLiteral(scalar, ScalarFormat.TEXT, contexts);
  }

  /// The same, where a condition is an expression even without braces.
  boolean isLiteral(YamlScalar scalar, ScalarFormat format, ContextAvailability contexts) {
    if (!scalar.text().contains(OPEN)) {
      if (format == ScalarFormat.CONDITION) {
        bareCondition(scalar, contexts);
      }
      return true;
    }
    if (findings.isFullOfErrors()) {
      return false;
    }
    switch (Template.split(scalar.text())) {
      case TemplateSplit.Unclosed(int offset) ->
          findings.error(
              errorPosition(scalar, offset), "this expression is not closed", "add the `}}`");
      case Template template -> template(scalar, template, format, contexts);
    }
    return false;
  }

  private void template(
      YamlScalar scalar, Template template, ScalarFormat format, ContextAvailability contexts) {
    for (TemplateSegment.Embedded embedded : template.expressions()) {
      if (findings.isFullOfErrors()) {
        return;
      }
      if (!contexts.allowsExpressions()) {
        findings.error(
            errorPosition(scalar, embedded.offset()), "expressions are not allowed here");
        continue;
      }
      try {
        Expression expression = embedded.parse(contexts.names());
        check(scalar, expression, embedded.bodyOffset(), format, contexts);
      } catch (ExpressionError error) {
        report(scalar, error, contexts);
      }
    }
    if (format == ScalarFormat.CONDITION && !isWhole(scalar)) {
      findings.warning(
          scalar.position(),
          "this condition is always true: text around `${{ }}` makes it a string",
          "put the whole condition inside one `${{ }}`, or remove the braces");
    }
  }

  private void bareCondition(YamlScalar scalar, ContextAvailability contexts) {
    if (scalar.kind() != ScalarKind.TEXT || findings.isFullOfErrors()) {
      return;
    }
    try {
      Expression expression = Expression.parse(scalar.text(), contexts.names());
      check(scalar, expression, 0, ScalarFormat.CONDITION, contexts);
    } catch (ExpressionError error) {
      report(scalar, error, contexts);
    }
  }

  private void report(YamlScalar scalar, ExpressionError error, ContextAvailability contexts) {
    ExpressionProblem problem = ExpressionProblem.of(error, scalar.text(), contexts);
    findings.error(errorPosition(scalar, error.offset()), problem.message(), problem.hint());
  }

  private void check(
      YamlScalar scalar,
      Expression expression,
      int start,
      ScalarFormat format,
      ContextAvailability contexts) {
    if (findings.isFullOfWarnings()) {
      return;
    }
    for (Reference reference : expression.references()) {
      references
          .missing(reference)
          .ifPresent(missing ->
              findings.warning(
                  warningPosition(scalar, start + reference.offset()),
                  missing.message(),
                  missing.hint()));
    }
    if (format == ScalarFormat.SCRIPT || format == ScalarFormat.STEP_SCRIPT) {
      UntrustedReferences.in(expression)
          .ifPresent(reference -> warnAboutUntrusted(scalar, start, expression, reference));
    }
    if (contexts == ContextAvailability.JOB_IF && isForCancel(expression)) {
      findings.warning(
          warningPosition(scalar, start),
          "this job does not run after a cancel, whatever its condition is",
          "use `hooks` to clean up after a cancel");
    }
  }

  private void warnAboutUntrusted(
      YamlScalar scalar, int start, Expression expression, Reference reference) {
    String variable = UntrustedReferences.variable(reference);
    findings.warning(
        warningPosition(scalar, start + reference.offset()),
        "untrusted value in a script: an outsider may inject code with it",
        "pass it through the environment: `env: { %s: \"${{ %s }}\" }`, and `\"$%s\"` in the script"
            .formatted(variable, expression.source().strip(), variable));
  }

  private Position errorPosition(YamlScalar scalar, int offset) {
    return position(scalar, offset, findings.hasRoomForErrors());
  }

  private Position warningPosition(YamlScalar scalar, int offset) {
    return position(scalar, offset, findings.hasRoomForWarnings());
  }

  /// The position of a character. Finding it in a long text takes time, so it is looked up only for
  /// a diagnostic that is shown. Others are only counted: their positions just have to differ.
  private static Position position(YamlScalar scalar, int offset, boolean isShown) {
    Position start = scalar.position();
    return isShown
        ? scalar.positionAt(Math.clamp(offset, 0, scalar.text().length()))
        : new Position(start.file(), start.line(), start.column() + Math.max(0, offset));
  }

  /// Whether a condition is meant to be true after a cancel. `!cancelled()` is not: it is for jobs
  /// that run after failures.
  private static boolean isForCancel(Expression condition) {
    Set<String> functions = condition.affirmedFunctions();
    return functions.contains("always") || functions.contains("cancelled");
  }
}
