package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads values of the kind that their key asks for, and tells where they are of another.
///
/// What is empty has been told. `what` names the value in messages.
final class Values {

  private final Findings findings;
  private final Expressions expressions;

  Values(Findings findings) {
    this.findings = findings;
    this.expressions = new Expressions(findings);
  }

  Optional<YamlMapping> mapping(YamlNode node, String what) {
    if (node instanceof YamlMapping mapping) {
      return Optional.of(mapping);
    }
    unexpected(node, what, "a mapping");
    return Optional.empty();
  }

  Optional<YamlSequence> list(YamlNode node, String what) {
    if (node instanceof YamlSequence sequence) {
      return Optional.of(sequence);
    }
    unexpected(node, what, "a list");
    return Optional.empty();
  }

  /// A scalar without an expression; a number or a boolean is the text that was written.
  Optional<YamlScalar> scalar(YamlNode node, String what) {
    return switch (node) {
      case YamlScalar scalar when expressions.isIn(scalar) -> Optional.empty();
      case YamlScalar scalar -> Optional.of(scalar);
      case YamlMapping _, YamlSequence _ -> {
        unexpected(node, what, "a string");
        yield Optional.empty();
      }
    };
  }

  /// The text of a scalar, empty where nothing is written.
  Optional<String> text(YamlNode node, String what) {
    return scalar(node, what).map(scalar -> scalar.isNothing() ? "" : scalar.text());
  }

  /// One scalar or a list of them, each with something in it.
  List<YamlScalar> oneOrMore(YamlNode node, String what) {
    return switch (node) {
      case YamlSequence sequence ->
          sequence.items().stream()
              .flatMap(item -> written(item, "each item of " + what).stream())
              .toList();
      case YamlScalar scalar -> written(scalar, what).stream().toList();
      case YamlMapping _ -> {
        unexpected(node, what, "a string or a list");
        yield List.of();
      }
    };
  }

  SequencedMap<String, String> env(YamlNode node) {
    SequencedMap<String, String> env = new LinkedHashMap<>();
    mapping(node, "`env`")
        .ifPresent(mapping -> mapping.entries().forEach(entry -> addVariable(env, entry)));
    return env;
  }

  void unexpected(YamlNode node, String what, String wanted) {
    if (node instanceof YamlScalar scalar && expressions.isIn(scalar)) {
      return;
    }
    findings.error(node.position(), what + ": expected " + wanted + ", found " + node.described());
  }

  private void addVariable(SequencedMap<String, String> env, YamlEntry entry) {
    String what = Printable.quoted("env." + entry.name());
    if (expressions.isIn(entry.key())) {
      return;
    }
    if (entry.name().indexOf('=') >= 0) {
      findings.error(entry.position(), what + ": the name of a variable cannot contain `=`");
    }
    text(entry.value(), what).ifPresent(value -> env.put(entry.name(), value));
  }

  private Optional<YamlScalar> written(YamlNode node, String what) {
    return scalar(node, what).filter(scalar -> isWritten(scalar, what));
  }

  private boolean isWritten(YamlScalar scalar, String what) {
    if (scalar.isNothing()) {
      unexpected(scalar, what, "a string");
    } else if (scalar.text().isBlank()) {
      findings.error(scalar.position(), what + " is empty");
    }
    return !scalar.isNothing() && !scalar.text().isBlank();
  }
}
