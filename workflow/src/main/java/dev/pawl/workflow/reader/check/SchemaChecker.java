package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.ScalarFormat;
import dev.pawl.workflow.keys.ValueShape;
import dev.pawl.workflow.keys.ValueShapes;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Optional;

/// Checks a YAML tree against the [KeyTable]: its keys, their values, and the expressions in them.
///
/// It reports all violations, so the readers that come after it do not: they treat an invalid value
/// as absent.
public final class SchemaChecker {

  /// The shape of the input by which actions take a script.
  private static final ValueShape SCRIPT = ValueShapes.scalar(ScalarFormat.STEP_SCRIPT);

  private final DiagnosticCollector findings;
  private final ExpressionChecker expressions;
  private final FormatChecker formats;
  private final KeyChecker keys;
  private final KnownNames names;

  public SchemaChecker(DiagnosticCollector findings, KnownNames names) {
    this.findings = findings;
    this.expressions = new ExpressionChecker(findings, names);
    this.formats = new FormatChecker(findings);
    this.keys = new KeyChecker(findings);
    this.names = names;
  }

  private void fields(KeySection section, YamlMapping mapping) {
    names.enter(section, mapping);
    for (YamlEntry entry : mapping.entries()) {
      if (findings.isFullOfErrors()) {
        return;
      }
      KeyTable.find(section, entry.name())
          .ifPresentOrElse(key -> field(key, entry), () -> keys.unknown(section, entry));
    }
    keys.missing(section, mapping);
    names.leave(section, mapping);
  }

  private void field(KeyDefinition key, YamlEntry entry) {
    keys.status(key, entry);
    ValueLabel label = ValueLabel.of(key.section().prefix(), key.name());
    value(entry.value(), key.shape(), key.contexts(), label);
  }

  public void value(
      YamlNode node, ValueShape shape, ContextAvailability contexts, ValueLabel label) {
    Optional<ValueShape> fitting = fitting(node, shape);
    if (fitting.isEmpty()) {
      unexpected(node, shape, contexts, label);
      return;
    }
    switch (fitting.get()) {
      case ValueShape.Scalar(ScalarFormat format) ->
          scalar((YamlScalar) node, format, contexts, label);
      case ValueShape.Choice choice -> choice((YamlScalar) node, choice, label);
      case ValueShape.ListOf(ValueShape item) ->
          ((YamlSequence) node).items().forEach(each -> value(each, item, contexts, label.item()));
      case ValueShape.MapOf(ValueShape inner) ->
          ((YamlMapping) node).entries().forEach(entry -> entry(entry, inner, contexts, label));
      case ValueShape.Fields(KeySection section) -> fields(section, (YamlMapping) node);
      case ValueShape.Computed _, ValueShape.Anything _ -> anything(node, contexts);
      case ValueShape.Nothing _ -> {}
      case ValueShape.OneOf _ ->
          throw new IllegalStateException("an alternative with alternatives");
    }
  }

  private static Optional<ValueShape> fitting(YamlNode node, ValueShape shape) {
    for (ValueShape each : shape.alternatives()) {
      if (takes(each, node)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private static boolean takes(ValueShape shape, YamlNode node) {
    return switch (shape) {
      case ValueShape.Scalar _, ValueShape.Choice _ -> node instanceof YamlScalar;
      case ValueShape.Computed _ ->
          node instanceof YamlScalar scalar && ExpressionChecker.isWhole(scalar);
      case ValueShape.Nothing _ -> node instanceof YamlScalar scalar && scalar.isNothing();
      case ValueShape.ListOf _ -> node instanceof YamlSequence;
      case ValueShape.MapOf _, ValueShape.Fields _ -> node instanceof YamlMapping;
      case ValueShape.Anything _ -> true;
      case ValueShape.OneOf _ -> false;
    };
  }

  private void entry(
      YamlEntry entry, ValueShape shape, ContextAvailability contexts, ValueLabel label) {
    boolean _ = expressions.isLiteral(entry.key(), ContextAvailability.NONE);
    ValueLabel inner = label.entry(entry.name());
    boolean isScript =
        entry.name().equals("script")
            && label.name().equals("with")
            && entry.value() instanceof YamlScalar;
    value(entry.value(), isScript ? SCRIPT : shape, contexts, inner);
  }

  private void anything(YamlNode node, ContextAvailability contexts) {
    switch (node) {
      case YamlScalar scalar -> {
        if (expressions.isLiteral(scalar, contexts)) {
          formats.warnIfNumberIsRewritten(scalar);
        }
      }
      case YamlSequence sequence -> sequence.items().forEach(item -> anything(item, contexts));
      case YamlMapping mapping ->
          mapping
              .entries()
              .forEach(entry -> {
                boolean _ = expressions.isLiteral(entry.key(), ContextAvailability.NONE);
                anything(entry.value(), contexts);
              });
    }
  }

  private void scalar(
      YamlScalar scalar, ScalarFormat format, ContextAvailability contexts, ValueLabel label) {
    if (expressions.isLiteral(scalar, format, contexts)) {
      formats.check(scalar, format, label);
    }
  }

  /// Checks a keyword. It can never be an expression, even where the key allows expressions for the
  /// values beside it.
  private void choice(YamlScalar scalar, ValueShape.Choice choice, ValueLabel label) {
    String word = ScalarValues.string(scalar);
    if (!expressions.isLiteral(scalar, ContextAvailability.NONE) || choice.words().contains(word)) {
      return;
    }
    if (scalar.isNothing()) {
      findings.error(
          scalar.position(), label + ": expected " + choice.described() + ", found nothing");
      return;
    }
    String hint = SpellingSuggestion.hint(word, choice.words());
    findings.error(
        scalar.position(),
        label + ": " + PrintableText.quoted(word) + " is not one of its values",
        hint.isEmpty() ? "expected " + choice.described() : hint);
  }

  /// Reports a value of the wrong shape. An expression where none is allowed has already been
  /// reported as such.
  private void unexpected(
      YamlNode node, ValueShape shape, ContextAvailability contexts, ValueLabel label) {
    boolean isExpression =
        node instanceof YamlScalar scalar && !expressions.isLiteral(scalar, contexts);
    if (!isExpression || contexts.allowsExpressions()) {
      String found = isExpression ? "an expression" : node.described();
      findings.error(
          node.position(), label + ": expected " + shape.described() + ", found " + found);
    }
  }
}
