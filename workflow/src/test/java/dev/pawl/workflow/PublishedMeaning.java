package dev.pawl.workflow;

import static java.util.Objects.requireNonNull;

import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The published result for a workflow, in the same form as [WorkflowProjection]: maps, lists and
/// texts. Short forms become long ones, and what only the published reader has is left out.
final class PublishedMeaning {

  private static final Map<String, String> LONG_FORMS =
      Map.of(
          "concurrency", "group",
          "environment", "name",
          "container", "image",
          "snapshot", "image-name");

  private final boolean hasPlaces;

  private PublishedMeaning(boolean hasPlaces) {
    this.hasPlaces = hasPlaces;
  }

  static Object of(PublishedFile file) {
    Map<String, Object> meaning = new PublishedMeaning(file.hasPlaces()).object(file.result());
    meaning.remove("file-table");
    return meaning;
  }

  private Object value(Value value) {
    return switch (value) {
      case Value.Dict dict when dict.fields().containsKey("map") -> map(dict);
      case Value.Dict dict when dict.fields().containsKey("seq") -> value(dict.fields().get("seq"));
      case Value.Dict dict when dict.fields().containsKey("expr") ->
          place(dict, "${{ " + dict.fields().get("expr").text() + " }}");
      case Value.Dict dict when isScalar(dict) -> place(dict, scalar(dict));
      case Value.Dict dict -> object(dict);
      case Value.Array(var elements) -> elements.stream().map(this::value).toList();
      case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> value.text();
    };
  }

  private Map<String, Object> object(Value.Dict dict) {
    Map<String, Object> object = new TreeMap<>();
    dict.fields().forEach((name, field) -> add(object, name, value(field)));
    return object;
  }

  private Map<String, Object> map(Value.Dict dict) {
    Map<String, Object> object = new TreeMap<>();
    for (Value entry : ((Value.Array) field(dict, "map")).elements()) {
      Value.Dict pair = (Value.Dict) entry;
      String key = withoutPlace(value(field(pair, "Key")));
      object.put(key, value(field(pair, "Value")));
    }
    return object;
  }

  private static void add(Map<String, Object> object, String name, Object value) {
    boolean isTheirs = name.equals("id") && value.toString().startsWith("__");
    if (!isTheirs && !value.equals(List.of())) {
      object.put(name, longForm(name, value));
    }
  }

  private static Object longForm(String name, Object value) {
    if (value instanceof String && LONG_FORMS.containsKey(name)) {
      return new TreeMap<>(Map.of(LONG_FORMS.get(name), value));
    }
    if (value instanceof String && name.equals("runs-on")) {
      return List.of(value);
    }
    return value instanceof Map<?, ?> services && name.equals("services")
        ? longServices(services)
        : value;
  }

  private static Object longServices(Map<?, ?> services) {
    Map<String, Object> all = new TreeMap<>();
    services.forEach((name, service) ->
        all.put(
            name.toString(),
            service instanceof String ? new TreeMap<>(Map.of("image", service)) : service));
    return all;
  }

  private static boolean isScalar(Value.Dict dict) {
    return List.of("lit", "bool", "num").stream().anyMatch(dict.fields()::containsKey);
  }

  private static String scalar(Value.Dict dict) {
    List<String> found = new ArrayList<>();
    for (String key : List.of("lit", "bool", "num")) {
      if (dict.fields().containsKey(key)) {
        found.add(dict.fields().get(key).text());
      }
    }
    return found.getFirst();
  }

  private String place(Value.Dict dict, String text) {
    return hasPlaces && dict.fields().containsKey("line")
        ? text + "@" + field(dict, "line").text() + ":" + field(dict, "col").text()
        : text;
  }

  private static String withoutPlace(Object key) {
    return key.toString().replaceFirst("@\\d+:\\d+$", "");
  }

  private static Value field(Value.Dict dict, String name) {
    return requireNonNull(dict.fields().get(name));
  }
}
