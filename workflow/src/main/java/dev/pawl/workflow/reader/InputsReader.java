package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Call;
import dev.pawl.workflow.model.Input;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the inputs, secrets and outputs of a workflow.
final class InputsReader {

  private final Findings findings;

  InputsReader(Findings findings) {
    this.findings = findings;
  }

  List<Input> dispatch(Fields dispatch) {
    return inputs(dispatch, Place.DISPATCH_INPUT);
  }

  Call call(Position position, Fields call) {
    Identifiers secrets = new Identifiers("secret", findings);
    Identifiers outputs = new Identifiers("output", findings);
    return new Call(
        position,
        inputs(call, Place.CALL_INPUT),
        call.entries("secrets").stream()
            .map(entry -> {
              secrets.add(entry.key());
              boolean required = fields(entry, Place.CALL_SECRET).isTrue("required");
              return new Call.Secret(entry.position(), entry.name(), required);
            })
            .toList(),
        call.entries("outputs").stream()
            .map(entry -> {
              outputs.add(entry.key());
              Optional<Text> value = fields(entry, Place.CALL_OUTPUT).text("value");
              return new Call.Output(
                  entry.position(), entry.name(), value.orElse(new Text("", entry.position())));
            })
            .toList());
  }

  private List<Input> inputs(Fields outer, Place place) {
    Identifiers ids = new Identifiers("input", findings);
    return outer.entries("inputs").stream()
        .map(entry -> {
          ids.add(entry.key());
          return input(entry, fields(entry, place));
        })
        .toList();
  }

  private Input input(YamlEntry entry, Fields fields) {
    Input.Type type = type(fields.string("type"));
    List<String> options =
        fields.place() == Place.DISPATCH_INPUT ? fields.strings("options") : List.of();
    if (type == Input.Type.CHOICE && options.isEmpty()) {
      findings.error(fields.position(), "a `choice` without its `options`");
    }
    fields.scalar("default").ifPresent(fallback -> check(fallback, type, options));
    return new Input(
        entry.position(),
        entry.name(),
        type,
        fields.isTrue("required"),
        fields.scalar("default").filter(scalar -> !scalar.isNothing()).map(Scalars::data),
        options,
        fields.string("description"));
  }

  private void check(YamlScalar fallback, Input.Type type, List<String> options) {
    if (fallback.isNothing() || !Scalars.text(fallback).isLiteral()) {
      return;
    }
    boolean fits =
        switch (type) {
          case STRING, ENVIRONMENT -> true;
          case BOOLEAN -> fallback.kind() == ScalarKind.BOOLEAN || isBoolean(fallback.text());
          case NUMBER -> !Double.isNaN(Scalars.number(fallback.text()));
          case CHOICE -> options.isEmpty() || options.contains(Scalars.string(fallback));
        };
    if (!fits) {
      findings.error(
          fallback.position(),
          "`default`: "
              + Printable.quoted(fallback.text())
              + (type == Input.Type.CHOICE
                  ? " is not one of the `options`"
                  : " is no " + type.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static boolean isBoolean(String text) {
    return text.equals("true") || text.equals("false");
  }

  private static Input.Type type(String word) {
    return switch (word) {
      case "number" -> Input.Type.NUMBER;
      case "boolean" -> Input.Type.BOOLEAN;
      case "choice" -> Input.Type.CHOICE;
      case "environment" -> Input.Type.ENVIRONMENT;
      default -> Input.Type.STRING;
    };
  }

  private static Fields fields(YamlEntry entry, Place place) {
    return new Fields(
        place,
        entry.value() instanceof YamlMapping mapping
            ? mapping
            : new YamlMapping(entry.value().position(), List.of()));
  }
}
