package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.Call;
import dev.pawl.workflow.model.Input;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Checks that a job gives a workflow what it calls for.
final class CallCheck {

  private final Findings findings;

  CallCheck(Findings findings) {
    this.findings = findings;
  }

  /// @param uses where the job names the workflow
  void check(Position uses, Fields job, Call call, boolean inheritsSecrets) {
    inputs(uses, job.entries("with"), call);
    if (!inheritsSecrets) {
      secrets(uses, job.entries("secrets"), call);
    }
  }

  private void inputs(Position uses, List<YamlEntry> given, Call call) {
    Map<String, Input> known = new TreeMap<>(Identifiers.ORDER);
    call.inputs().forEach(input -> known.put(input.name(), input));
    for (YamlEntry entry : given) {
      Input input = known.get(entry.name());
      if (input == null) {
        undefined("input", entry, known.keySet());
      } else if (entry.value() instanceof YamlScalar scalar) {
        type(scalar, input);
      }
    }
    Set<String> names = Trees.noNames();
    given.forEach(entry -> names.add(entry.name()));
    call.inputs().stream()
        .filter(input -> input.required() && input.fallback().isEmpty())
        .filter(input -> !names.contains(input.name()))
        .forEach(input -> missing("input", uses, input.name(), "with"));
  }

  private void type(YamlScalar scalar, Input input) {
    boolean fits =
        !Scalars.text(scalar).isLiteral()
            || switch (input.type()) {
              case STRING, CHOICE, ENVIRONMENT -> true;
              case BOOLEAN -> scalar.kind() == ScalarKind.BOOLEAN;
              case NUMBER ->
                  scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
            };
    if (!fits) {
      findings.error(
          scalar.position(),
          Printable.quoted("with." + input.name())
              + ": expected a "
              + input.type().name().toLowerCase(Locale.ROOT)
              + ", found "
              + scalar.described());
    }
  }

  private void secrets(Position uses, List<YamlEntry> given, Call call) {
    Set<String> known = Trees.noNames();
    call.secrets().forEach(secret -> known.add(secret.name()));
    Set<String> names = Trees.noNames();
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

  private void undefined(String what, YamlEntry entry, Set<String> known) {
    findings.error(
        entry.value().position(),
        "the called workflow has no " + what + " " + Printable.quoted(entry.name()),
        Nearest.hint(entry.name(), known));
  }

  private void missing(String what, Position uses, String name, String key) {
    findings.error(
        uses,
        "the called workflow needs the " + what + " " + Printable.quoted(name),
        "give it under `" + key + "`");
  }
}
