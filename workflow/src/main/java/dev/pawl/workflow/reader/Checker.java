package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Format;
import dev.pawl.workflow.keys.Key;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.keys.Scope;
import dev.pawl.workflow.keys.Shape;
import dev.pawl.workflow.keys.Shapes;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Optional;

/// Checks a tree against the [KeyTable]: which keys there are, what their values are, and what the
/// expressions in them use.
///
/// It tells all that is wrong, so that those who read the values afterwards need not: they pass
/// over what is not as the table wants it.
final class Checker {

  /// Of the input by which actions take a script.
  private static final Shape SCRIPT = Shapes.scalar(Format.STEP_SCRIPT);

  private final Findings findings;
  private final Expressions expressions;
  private final Formats formats;
  private final KeyCheck keys;
  private final Facts facts;

  Checker(Findings findings, Facts facts) {
    this.findings = findings;
    this.expressions = new Expressions(findings, facts);
    this.formats = new Formats(findings);
    this.keys = new KeyCheck(findings);
    this.facts = facts;
  }

  private void fields(Place place, YamlMapping mapping) {
    facts.enter(place, mapping);
    for (YamlEntry entry : mapping.entries()) {
      if (!findings.hasRoom()) {
        return;
      }
      KeyTable.find(place, entry.name())
          .ifPresentOrElse(key -> field(key, entry), () -> keys.unknown(place, entry));
    }
    keys.missing(place, mapping);
    facts.leave(place, mapping);
  }

  private void field(Key key, YamlEntry entry) {
    keys.status(key, entry);
    What what = What.of(key.place().prefix(), key.name());
    value(entry.value(), key.shape(), key.scope(), what);
  }

  void value(YamlNode node, Shape shape, Scope scope, What what) {
    Optional<Shape> fitting = fitting(node, shape);
    if (fitting.isEmpty()) {
      unexpected(node, shape, scope, what);
      return;
    }
    switch (fitting.get()) {
      case Shape.Scalar(Format format) -> scalar((YamlScalar) node, format, scope, what);
      case Shape.Choice choice -> choice((YamlScalar) node, choice, what);
      case Shape.ListOf(Shape item) ->
          ((YamlSequence) node).items().forEach(each -> value(each, item, scope, what.item()));
      case Shape.MapOf(Shape inner) ->
          ((YamlMapping) node).entries().forEach(entry -> entry(entry, inner, scope, what));
      case Shape.Fields(Place place) -> fields(place, (YamlMapping) node);
      case Shape.Computed _, Shape.Anything _ -> anything(node, scope);
      case Shape.Nothing _ -> {}
      case Shape.OneOf _ -> throw new IllegalStateException("an alternative with alternatives");
    }
  }

  private static Optional<Shape> fitting(YamlNode node, Shape shape) {
    for (Shape each : shape.alternatives()) {
      if (takes(each, node)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private static boolean takes(Shape shape, YamlNode node) {
    return switch (shape) {
      case Shape.Scalar _, Shape.Choice _ -> node instanceof YamlScalar;
      case Shape.Computed _ -> node instanceof YamlScalar scalar && Expressions.isWhole(scalar);
      case Shape.Nothing _ -> node instanceof YamlScalar scalar && scalar.isNothing();
      case Shape.ListOf _ -> node instanceof YamlSequence;
      case Shape.MapOf _, Shape.Fields _ -> node instanceof YamlMapping;
      case Shape.Anything _ -> true;
      case Shape.OneOf _ -> false;
    };
  }

  private void entry(YamlEntry entry, Shape shape, Scope scope, What what) {
    boolean _ = expressions.isLiteral(entry.key(), Scope.NONE);
    What inner = what.entry(entry.name());
    boolean isScript =
        entry.name().equals("script")
            && what.name().equals("with")
            && entry.value() instanceof YamlScalar;
    value(entry.value(), isScript ? SCRIPT : shape, scope, inner);
  }

  private void anything(YamlNode node, Scope scope) {
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
                boolean _ = expressions.isLiteral(entry.key(), Scope.NONE);
                anything(entry.value(), scope);
              });
    }
  }

  private void scalar(YamlScalar scalar, Format format, Scope scope, What what) {
    if (expressions.isLiteral(scalar, format, scope)) {
      formats.check(scalar, format, what);
    }
  }

  /// Not even where its key allows expressions, for the names beside it, can a word be computed.
  private void choice(YamlScalar scalar, Shape.Choice choice, What what) {
    String word = Scalars.string(scalar);
    if (!expressions.isLiteral(scalar, Scope.NONE) || choice.words().contains(word)) {
      return;
    }
    if (scalar.isNothing()) {
      findings.error(
          scalar.position(), what + ": expected " + choice.described() + ", found nothing");
      return;
    }
    String hint = Nearest.hint(word, choice.words());
    findings.error(
        scalar.position(),
        what + ": " + Printable.quoted(word) + " is not one of its values",
        hint.isEmpty() ? "expected " + choice.described() : hint);
  }

  /// An expression that stands where none can is told as what it is.
  private void unexpected(YamlNode node, Shape shape, Scope scope, What what) {
    boolean isExpression =
        node instanceof YamlScalar scalar && !expressions.isLiteral(scalar, scope);
    if (!isExpression || scope.allowsExpressions()) {
      String found = isExpression ? "an expression" : node.described();
      findings.error(
          node.position(), what + ": expected " + shape.described() + ", found " + found);
    }
  }
}
