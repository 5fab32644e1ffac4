package dev.pawl.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Every field of a message is there, unless it is declared to be nullable. JSON has no such idea:
/// a field that a frame leaves out would be a null in a record that promises none.
final class RequiredFieldCheck {

  /// @throws MalformedFrame if a field is missing
  static void check(Message message, JsonNode frame) {
    for (RecordComponent field : message.getClass().getRecordComponents()) {
      // A number that is left out is a zero by now: only the frame tells.
      if (field.getType().isPrimitive() && !frame.has(wireName(field))) {
        throw new MalformedFrame("a frame without " + wireName(field));
      }
    }
    check(message);
  }

  /// The field's name in a frame, which may be a word that Java keeps for itself.
  private static String wireName(RecordComponent field) {
    JsonProperty named = field.getAccessor().getAnnotation(JsonProperty.class);
    return named == null ? field.getName() : named.value();
  }

  private static void check(@Nullable Object value) {
    switch (value) {
      case Record fields -> {
        for (RecordComponent field : fields.getClass().getRecordComponents()) {
          check(fields, field);
        }
      }
      case Collection<?> elements -> elements.forEach(RequiredFieldCheck::checkElement);
      case Map<?, ?> entries -> entries.values().forEach(RequiredFieldCheck::checkElement);
      case null -> {} // declared so
      default -> {}
    }
  }

  private static void check(Record fields, RecordComponent field) {
    try {
      Object value = field.getAccessor().invoke(fields);
      boolean mayBeNull = field.getAnnotatedType().isAnnotationPresent(Nullable.class);
      if (value == null && !mayBeNull) {
        throw new MalformedFrame("a frame without " + wireName(field));
      }
      check(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void checkElement(@Nullable Object element) {
    if (element == null) {
      throw new MalformedFrame("a frame with an element that is null");
    }
    check(element);
  }

  private RequiredFieldCheck() {}
}
