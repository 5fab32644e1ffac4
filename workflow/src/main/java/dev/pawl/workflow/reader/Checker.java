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
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;

/// Checks a tree against the [KeyTable]: which keys there are, what their values are, and what the
/// expressions in them use.
///
/// It tells all that is wrong, so that those who read the values afterwards need not: they pass
/// over what is not as the table wants it.
final class Checker {

  /// Of the input by which actions take a script.
  private static final Shape SCRIPT = Shape.scalar(Format.SCRIPT);

  private final Findings findings;
  private final Expressions expressions;
  private final Formats formats;
  private final Facts facts;

  Checker(Findings findings, Facts facts) {
    this.findings = findings;
    this.expressions = new Expressions(findings, facts);
    this.formats = new Formats(findings);
    this.facts = facts;
  }

  private void fields(Place place, YamlMapping mapping) {
    facts.enter(place, mapping);
    for (YamlEntry entry : mapping.entries()) {
      if (!findings.hasRoom()) {
        return;
      }
      KeyTable.find(place, entry.name())
          .ifPresentOrElse(key -> field(key, entry), () -> unknown(place, entry));
    }
    for (Key key : KeyTable.requiredOf(place)) {
      if (mapping.entry(key.name()).isEmpty()) {
        findings.error(
            mapping.position(),
            Printable.quoted(key.name()) + " is missing " + place.described(),
            key.note());
      }
    }
    facts.leave(place, mapping);
  }

  private void field(Key key, YamlEntry entry) {
    switch (key.status()) {
      case SUPPORTED -> {}
      case WITHOUT_EFFECT ->
          findings.warning(
              entry.position(),
              quoted(entry) + " has no effect " + key.place().described(),
              key.note());
      case NOT_RUN ->
          findings.warning(
              entry.position(), "a job with " + quoted(entry) + " cannot be run yet", key.note());
      case NOT_YET ->
          findings.error(
              entry.position(),
              quoted(entry) + " " + key.place().described() + " is not supported by this version",
              key.note());
    }
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
      case Shape.Scalar(var format) -> {
        YamlScalar scalar = (YamlScalar) node;
        if (expressions.isLiteral(scalar, format, scope)) {
          formats.check(scalar, format, what);
        }
      }
      case Shape.Choice(var words) -> {
        YamlScalar scalar = (YamlScalar) node;
        if (expressions.isLiteral(scalar, scope)) {
          choice(scalar, words, what);
        }
      }
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

  private static String quoted(YamlEntry entry) {
    return Printable.quoted(entry.name());
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

  private void choice(YamlScalar scalar, List<String> words, What what) {
    String word = Scalars.string(scalar);
    Shape choice = new Shape.Choice(words);
    if (scalar.isNothing()) {
      findings.error(
          scalar.position(), what + ": expected " + choice.described() + ", found nothing");
    } else if (!words.contains(word)) {
      String hint = Nearest.hint(word, words);
      findings.error(
          scalar.position(),
          what + ": " + Printable.quoted(word) + " is not one of its values",
          hint.isEmpty() ? "expected " + choice.described() : hint);
    }
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

  private void unknown(Place place, YamlEntry entry) {
    String message = "unknown key " + Printable.quoted(entry.name()) + " " + place.described();
    findings.error(entry.position(), message, hint(place, entry.name()));
  }

  private String hint(Place place, String name) {
    if (!findings.hasRoom()) {
      return "";
    }
    String nearest = Nearest.hint(name, KeyTable.of(place).stream().map(Key::name).toList());
    return nearest.isEmpty()
        ? KeyTable.placesOf(name).stream()
            .findFirst()
            .map(elsewhere -> "it is known " + elsewhere.described())
            .orElse("")
        : nearest;
  }
}
