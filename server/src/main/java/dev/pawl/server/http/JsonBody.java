package dev.pawl.server.http;

import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/// Reads and writes JSON bodies. What is unknown, given twice or of another type is rejected.
public final class JsonBody {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .addModule(new FactModule())
          .withCoercionConfig(LogicalType.Textual, JsonBody::acceptTextsOnly)
          .withCoercionConfig(LogicalType.Boolean, JsonBody::acceptBooleansOnly)
          .build();

  /// Rejects a number in place of a text: it would become another text than was meant.
  private static void acceptTextsOnly(MutableCoercionConfig coercion) {
    coercion
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  /// Rejects what is not a JSON boolean in place of one.
  private static void acceptBooleansOnly(MutableCoercionConfig coercion) {
    coercion
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
  }

  static <T> T read(byte[] body, Class<T> type) {
    HttpProblem nothing = HttpProblem.badRequest("the body is empty");
    if (body.length == 0) {
      throw nothing;
    }
    try {
      return Optional.ofNullable(JSON.readValue(body, type)).orElseThrow(() -> nothing);
    } catch (JacksonException e) {
      throw HttpProblem.badRequest("the body cannot be read: " + describe(e));
    }
  }

  /// The JSON of a record.
  public static String write(Object object) {
    return JSON.writeValueAsString(object);
  }

  /// Describes what is wrong with the JSON, without the names of our classes.
  private static String describe(JacksonException problem) {
    if (problem instanceof StreamConstraintsException) {
      return "it is nested too deeply, or has a name or a number that is too long";
    }
    if (problem instanceof StreamReadException) {
      return problem.getOriginalMessage().replaceFirst("\\s*\\(start marker at .*", "");
    }
    String field =
        problem.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("."));
    if (problem instanceof UnrecognizedPropertyException unknown) {
      return "there is no field '%s'; the fields are %s"
          .formatted(field, new TreeSet<>(unknown.getKnownPropertyIds()));
    }
    return field.isEmpty()
        ? "it is not an object"
        : "the field '%s' has the wrong type".formatted(field);
  }

  private JsonBody() {}
}
