package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.trigger.CallInterface;
import dev.pawl.workflow.model.trigger.InputDefinition;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the inputs, secrets and outputs of a workflow.
final class InputReader {

  private final DiagnosticCollector findings;

  InputReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  List<InputDefinition> dispatch(SectionReader dispatch) {
    return inputs(dispatch, KeySection.DISPATCH_INPUT);
  }

  CallInterface call(Position position, SectionReader call) {
    IdentifierSet secrets = new IdentifierSet("secret", findings);
    IdentifierSet outputs = new IdentifierSet("output", findings);
    return new CallInterface(
        position,
        inputs(call, KeySection.CALL_INPUT),
        call.entries("secrets").stream()
            .map(entry -> {
              secrets.add(entry.key());
              boolean required = fields(entry, KeySection.CALL_SECRET).isTrue("required");
              return new CallInterface.Secret(entry.position(), entry.name(), required);
            })
            .toList(),
        call.entries("outputs").stream()
            .map(entry -> {
              outputs.add(entry.key());
              Optional<TemplateText> value = fields(entry, KeySection.CALL_OUTPUT).text("value");
              return new CallInterface.Output(
                  entry.position(),
                  entry.name(),
                  value.orElse(new TemplateText("", entry.position())));
            })
            .toList());
  }

  private List<InputDefinition> inputs(SectionReader outer, KeySection section) {
    IdentifierSet ids = new IdentifierSet("input", findings);
    return outer.entries("inputs").stream()
        .map(entry -> {
          ids.add(entry.key());
          return input(entry, fields(entry, section));
        })
        .toList();
  }

  private InputDefinition input(YamlEntry entry, SectionReader fields) {
    InputDefinition.Type type = type(fields.string("type"));
    List<String> options =
        fields.section() == KeySection.DISPATCH_INPUT ? fields.strings("options") : List.of();
    if (type == InputDefinition.Type.CHOICE && options.isEmpty()) {
      findings.error(fields.position(), "a `choice` needs `options`");
    }
    fields.scalar("default").ifPresent(fallback -> check(fallback, type, options));
    return new InputDefinition(
        entry.position(),
        entry.name(),
        type,
        fields.isTrue("required"),
        fields.scalar("default").filter(scalar -> !scalar.isNothing()).map(ScalarValues::data),
        options,
        fields.string("description"));
  }

  private void check(YamlScalar fallback, InputDefinition.Type type, List<String> options) {
    if (fallback.isNothing() || !ScalarValues.text(fallback).isLiteral()) {
      return;
    }
    boolean fits =
        switch (type) {
          case STRING, ENVIRONMENT -> true;
          case BOOLEAN -> fallback.kind() == ScalarKind.BOOLEAN || isBoolean(fallback.text());
          case NUMBER -> !Double.isNaN(ScalarValues.number(fallback.text()));
          case CHOICE -> options.isEmpty() || options.contains(ScalarValues.string(fallback));
        };
    if (!fits) {
      findings.error(
          fallback.position(),
          "`default`: "
              + PrintableText.quoted(fallback.text())
              + (type == InputDefinition.Type.CHOICE
                  ? " is not one of the `options`"
                  : " is not a " + type.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static boolean isBoolean(String text) {
    return text.equals("true") || text.equals("false");
  }

  private static InputDefinition.Type type(String word) {
    return switch (word) {
      case "number" -> InputDefinition.Type.NUMBER;
      case "boolean" -> InputDefinition.Type.BOOLEAN;
      case "choice" -> InputDefinition.Type.CHOICE;
      case "environment" -> InputDefinition.Type.ENVIRONMENT;
      default -> InputDefinition.Type.STRING;
    };
  }

  private static SectionReader fields(YamlEntry entry, KeySection section) {
    return new SectionReader(
        section,
        entry.value() instanceof YamlMapping mapping
            ? mapping
            : new YamlMapping(entry.value().position(), List.of()));
  }
}
