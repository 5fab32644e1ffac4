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
  private final KnownNames facts;

  public SchemaChecker(DiagnosticCollector findings, KnownNames facts) {
    this.findings = findings;
    this.expressions = new ExpressionChecker(findings, facts);
    this.formats = new FormatChecker(findings);
    this.keys = new KeyChecker(findings);
    this.facts = facts;
  }

  private void fields(KeySection place, YamlMapping mapping) {
    facts.enter(place, mapping);
    for (YamlEntry entry : mapping.entries()) {
      if (!findings.hasRoomForErrors()) {
        return;
      }
      KeyTable.find(place, entry.name())
          .ifPresentOrElse(key -> field(key, entry), () -> keys.unknown(place, entry));
    }
    keys.missing(place, mapping);
    facts.leave(place, mapping);
  }

  private void field(KeyDefinition key, YamlEntry entry) {
    keys.status(key, entry);
    ValueLabel what = ValueLabel.of(key.section().prefix(), key.name());
    value(entry.value(), key.shape(), key.contexts(), what);
  }

  public void value(YamlNode node, ValueShape shape, ContextAvailability scope, ValueLabel what) {
    Optional<ValueShape> fitting = fitting(node, shape);
    if (fitting.isEmpty()) {
      unexpected(node, shape, scope, what);
      return;
    }
    switch (fitting.get()) {
      case ValueShape.Scalar(ScalarFormat format) -> scalar((YamlScalar) node, format, scope, what);
      case ValueShape.Choice choice -> choice((YamlScalar) node, choice, what);
      case ValueShape.ListOf(ValueShape item) ->
          ((YamlSequence) node).items().forEach(each -> value(each, item, scope, what.item()));
      case ValueShape.MapOf(ValueShape inner) ->
          ((YamlMapping) node).entries().forEach(entry -> entry(entry, inner, scope, what));
      case ValueShape.Fields(KeySection place) -> fields(place, (YamlMapping) node);
      case ValueShape.Computed _, ValueShape.Anything _ -> anything(node, scope);
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
      YamlEntry entry, ValueShape shape, ContextAvailability scope, ValueLabel what) {
    boolean _ = expressions.isLiteral(entry.key(), ContextAvailability.NONE);
    ValueLabel inner = what.entry(entry.name());
    boolean isScript =
        entry.name().equals("script")
            && what.name().equals("with")
            && entry.value() instanceof YamlScalar;
    value(entry.value(), isScript ? SCRIPT : shape, scope, inner);
  }

  private void anything(YamlNode node, ContextAvailability scope) {
    switch (node) {
      case YamlScalar scalar -> {
        if (expressions.isLiteral(scalar, scope)) {
          formats.warnIfRewritten(scalar);
        }
      }
      case YamlSequence sequence -> sequence.items().forEach(item -> anything(item, scope));
      case YamlMapping mapping ->
          mapping
              .entries()
              .forEach(entry -> {
                boolean _ = expressions.isLiteral(entry.key(), ContextAvailability.NONE);
                anything(entry.value(), scope);
              });
    }
  }

  private void scalar(
      YamlScalar scalar, ScalarFormat format, ContextAvailability scope, ValueLabel what) {
    if (expressions.isLiteral(scalar, format, scope)) {
      formats.check(scalar, format, what);
    }
  }

  /// Checks a keyword. It can never be an expression, even where the key allows expressions for the
  /// values beside it.
  private void choice(YamlScalar scalar, ValueShape.Choice choice, ValueLabel what) {
    String word = ScalarValues.string(scalar);
    if (!expressions.isLiteral(scalar, ContextAvailability.NONE) || choice.words().contains(word)) {
      return;
    }
    if (scalar.isNothing()) {
      findings.error(
          scalar.position(), what + ": expected " + choice.described() + ", found nothing");
      return;
    }
    String hint = SpellingSuggestion.hint(word, choice.words());
    findings.error(
        scalar.position(),
        what + ": " + PrintableText.quoted(word) + " is not one of its values",
        hint.isEmpty() ? "expected " + choice.described() : hint);
  }

  /// Reports a value of the wrong shape. An expression where none is allowed has already been
  /// reported as such.
  private void unexpected(
      YamlNode node, ValueShape shape, ContextAvailability scope, ValueLabel what) {
    boolean isExpression =
        node instanceof YamlScalar scalar && !expressions.isLiteral(scalar, scope);
    if (!isExpression || scope.allowsExpressions()) {
      String found = isExpression ? "an expression" : node.described();
      findings.error(
          node.position(), what + ": expected " + shape.described() + ", found " + found);
    }
  }
}
