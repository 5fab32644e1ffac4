package dev.pawl.server.http;

import dev.pawl.server.auth.Permission;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI description of the routes. Schemas are those of the records that routes read and
/// answer with, so they cannot differ from what is sent.
public final class OpenApi {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
  private static final String JSON_TYPE = "application/json";

  private final ObjectNode schemas = JSON.createObjectNode();

  /// The description, as JSON.
  public static String of(List<Route> routes, String version) {
    return JSON.writerWithDefaultPrettyPrinter()
        .writeValueAsString(new OpenApi().document(routes, version));
  }

  private ObjectNode document(List<Route> routes, String version) {
    ObjectNode document = JSON.createObjectNode().put("openapi", "3.1.0");
    document.putObject("info").put("title", "Pawl").put("version", version);
    ObjectNode paths = document.putObject("paths");
    Map<String, ObjectNode> byPath = new TreeMap<>();
    for (Route route : routes) {
      byPath
          .computeIfAbsent(route.path(), _ -> JSON.createObjectNode())
          .set(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    byPath.forEach(paths::set);
    problem();
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas);
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
    return document;
  }

  private void problem() {
    ObjectNode properties = JSON.createObjectNode();
    for (String name : List.of("type", "title", "code", "detail", "id")) {
      properties.putObject(name).put("type", "string");
    }
    properties.putObject("status").put("type", "integer");
    ObjectNode schema = schemas.putObject("Problem").put("type", "object");
    schema.set("properties", properties);
  }

  private ObjectNode operation(Route route) {
    ObjectNode operation =
        JSON.createObjectNode()
            .put("summary", route.summary())
            .put("description", "Needs: " + route.permission().needed() + ".");
    if (route.permission() != Permission.PUBLIC) {
      operation.putArray("security").addObject().putArray("token");
    }
    parameters(route, operation);
    @Nullable Class<?> body = route.body();
    if (body != null) {
      operation
          .putObject("requestBody")
          .putObject("content")
          .putObject(JSON_TYPE)
          .set("schema", schema(body));
    }
    ObjectNode answer =
        operation
            .putObject("responses")
            .putObject(Integer.toString(route.status()))
            .put("description", "Success");
    @Nullable Class<?> answered = route.answer();
    if (answered != null && route.status() != 204) {
      ObjectNode schema = schema(answered);
      answer
          .putObject("content")
          .putObject(JSON_TYPE)
          .set("schema", route.isList() ? page(schema) : schema);
    }
    ((ObjectNode) operation.get("responses"))
        .putObject("default")
        .put("description", "Rejected")
        .putObject("content")
        .putObject("application/problem+json")
        .putObject("schema")
        .put("$ref", "#/components/schemas/Problem");
    return operation;
  }

  private static void parameters(Route route, ObjectNode operation) {
    ArrayNode parameters = JSON.createArrayNode();
    Matcher names = PARAMETER.matcher(route.path());
    while (names.find()) {
      parameter(parameters, names.group(1), "path").put("required", true);
    }
    for (Route.Parameter query : route.query()) {
      parameter(parameters, query.name(), "query").put("description", query.description());
    }
    if (route.method().equals("POST") && route.permission() != Permission.PUBLIC) {
      parameter(parameters, "Idempotency-Key", "header")
          .put("description", "the same key and body get the same answer for 24 hours");
    }
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
  }

  private static ObjectNode parameter(ArrayNode all, String name, String in) {
    ObjectNode parameter = all.addObject().put("name", name).put("in", in);
    parameter.putObject("schema").put("type", "string");
    return parameter;
  }

  private static ObjectNode page(ObjectNode item) {
    ObjectNode page = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = page.putObject("properties");
    properties.putObject("items").put("type", "array").set("items", item);
    properties.putObject("next").putArray("type").add("string").add("null");
    page.putArray("required").add("items").add("next");
    return page;
  }

  private ObjectNode schema(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        ObjectNode array = JSON.createObjectNode().put("type", "array");
        array.set("items", schema(arguments[0]));
        return array;
      }
      if (generic.getRawType() == Map.class) {
        ObjectNode object = JSON.createObjectNode().put("type", "object");
        object.set("additionalProperties", schema(arguments[1]));
        return object;
      }
      if (generic.getRawType() == Optional.class) {
        return orNull(schema(arguments[0]));
      }
    }
    return ofClass((Class<?>) type);
  }

  private ObjectNode ofClass(Class<?> type) {
    ObjectNode schema = JSON.createObjectNode();
    if (type == String.class || type.isEnum()) {
      return schema.put("type", "string");
    }
    if (type == Instant.class) {
      return schema.put("type", "string").put("format", "date-time");
    }
    if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    }
    if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
      return schema.put("type", "integer");
    }
    if (type.isRecord()) {
      record(type);
      return schema.put("$ref", "#/components/schemas/" + name(type));
    }
    return schema.put("type", "object");
  }

  private static String name(Class<?> type) {
    return type.getSimpleName().replaceFirst("Document$", "");
  }

  private void record(Class<?> type) {
    String name = name(type);
    if (schemas.has(name)) {
      return;
    }
    ObjectNode schema = schemas.putObject(name).put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (RecordComponent component : type.getRecordComponents()) {
      ObjectNode its = schema(component.getGenericType());
      boolean isNullable =
          Arrays.stream(component.getAnnotatedType().getAnnotations())
              .anyMatch(Nullable.class::isInstance);
      properties.set(component.getName(), isNullable ? orNull(its) : its);
      if (!isNullable) {
        required.add(component.getName());
      }
    }
  }

  private static ObjectNode orNull(ObjectNode schema) {
    if (schema.has("$ref")) {
      ObjectNode either = JSON.createObjectNode();
      either.putArray("anyOf").add(schema).addObject().put("type", "null");
      return either;
    }
    String type = schema.path("type").asString();
    schema.putArray("type").add(type).add("null");
    return schema;
  }

  private OpenApi() {}
}
