package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.model.trigger.CallInterface;
import dev.pawl.workflow.model.trigger.InputDefinition;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.reader.value.YamlTrees;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Checks the inputs and secrets that a job passes to the workflow that it calls.
public final class CallArgumentChecker {

  private final DiagnosticCollector findings;

  public CallArgumentChecker(DiagnosticCollector findings) {
    this.findings = findings;
  }

  /// Checks one call.
  ///
  /// @param uses the position of the reference to the workflow
  public void check(Position uses, SectionReader job, CallInterface call, boolean inheritsSecrets) {
    inputs(uses, job.entries("with"), call);
    if (!inheritsSecrets) {
      secrets(uses, job.entries("secrets"), call);
    }
  }

  private void inputs(Position uses, List<YamlEntry> given, CallInterface call) {
    Map<String, InputDefinition> known = new TreeMap<>(IdentifierSet.ORDER);
    call.inputs().forEach(input -> known.put(input.name(), input));
    for (YamlEntry entry : given) {
      InputDefinition input = known.get(entry.name());
      if (input == null) {
        undefined("input", entry, known.keySet());
      } else if (entry.value() instanceof YamlScalar scalar) {
        type(scalar, input);
      }
    }
    Set<String> names = YamlTrees.emptyNames();
    given.forEach(entry -> names.add(entry.name()));
    call.inputs().stream()
        .filter(input -> input.required() && input.defaultValue().isEmpty())
        .filter(input -> !names.contains(input.name()))
        .forEach(input -> missing("input", uses, input.name(), "with"));
  }

  private void type(YamlScalar scalar, InputDefinition input) {
    boolean fits =
        !ScalarValues.text(scalar).isLiteral()
            || switch (input.type()) {
              case STRING, CHOICE, ENVIRONMENT -> true;
              case BOOLEAN -> scalar.kind() == ScalarKind.BOOLEAN;
              case NUMBER ->
                  scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
            };
    if (!fits) {
      findings.error(
          scalar.position(),
          PrintableText.quoted("with." + input.name())
              + ": expected a "
              + input.type().name().toLowerCase(Locale.ROOT)
              + ", found "
              + scalar.described());
    }
  }

  private void secrets(Position uses, List<YamlEntry> given, CallInterface call) {
    Set<String> known = YamlTrees.emptyNames();
    call.secrets().forEach(secret -> known.add(secret.name()));
    Set<String> names = YamlTrees.emptyNames();
    for (YamlEntry entry : given) {
      names.add(entry.name());
      if (!known.contains(entry.name())) {
        undefined("secret", entry, known);
      }
    }
    call.secrets().stream()
        .filter(secret -> secret.required() && !names.contains(secret.name()))
        .forEach(secret -> missing("secret", uses, secret.name(), "secrets"));
  }

  private void undefined(String kind, YamlEntry entry, Set<String> known) {
    findings.error(
        entry.value().position(),
        "the called workflow has no " + kind + " " + PrintableText.quoted(entry.name()),
        SpellingSuggestion.hint(entry.name(), known));
  }

  private void missing(String kind, Position uses, String name, String key) {
    findings.error(
        uses,
        "the called workflow requires the " + kind + " " + PrintableText.quoted(name),
        "set it under `" + key + "`");
  }
}
