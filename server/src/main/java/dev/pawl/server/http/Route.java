package dev.pawl.server.http;

import dev.pawl.server.auth.Permission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One route of the API: what it needs, takes and answers.
///
/// @param path with parameters in braces: `/api/v1/orgs/{org}/runs/{run}`
/// @param body the record that its body is read into; null if it takes none
/// @param answer the record that it answers with, or the element of its list; null if it is no JSON
/// @param isList whether it answers with a page of them
/// @param status of its answer
public record Route(
    String method,
    String path,
    Permission permission,
    String summary,
    List<Parameter> query,
    @Nullable Class<?> body,
    @Nullable Class<?> answer,
    boolean isList,
    int status,
    Handler handler) {

  /// A parameter of the query.
  public record Parameter(String name, String description) {}

  /// Answers one request.
  public interface Handler {
    Answer handle(ApiRequest request);
  }

  static final Parameter LIMIT = new Parameter("limit", "most items, 50 unless given, at most 200");
  static final Parameter CURSOR = new Parameter("cursor", "`next` of the page before");

  public Route {
    query = List.copyOf(query);
  }

  /// A route that answers with one JSON object.
  public static Route get(
      String path, Permission permission, String summary, Class<?> answer, Handler handler) {
    return new Route(
        "GET", path, permission, summary, List.of(), null, answer, false, 200, handler);
  }

  /// A route that answers with a page of JSON objects.
  public static Route list(
      String path, Permission permission, String summary, Class<?> item, Handler handler) {
    return new Route(
        "GET", path, permission, summary, List.of(LIMIT, CURSOR), null, item, true, 200, handler);
  }

  /// A route that answers with something else than JSON.
  public static Route text(String path, Permission permission, String summary, Handler handler) {
    return new Route("GET", path, permission, summary, List.of(), null, null, false, 200, handler);
  }

  /// A route that changes something.
  public static Route post(
      String path,
      Permission permission,
      String summary,
      @Nullable Class<?> body,
      @Nullable Class<?> answer,
      Handler handler) {
    return new Route(
        "POST", path, permission, summary, List.of(), body, answer, false, 202, handler);
  }

  /// The same with another method.
  public Route method(String other) {
    return new Route(
        other, path, permission, summary, query, body, answer, isList, status, handler);
  }

  /// The same with another status.
  public Route answers(int other) {
    return new Route(
        method, path, permission, summary, query, body, answer, isList, other, handler);
  }

  /// The same with a further parameter of the query.
  public Route query(String name, String description) {
    var more = new java.util.ArrayList<>(query);
    more.add(new Parameter(name, description));
    return new Route(
        method, path, permission, summary, more, body, answer, isList, status, handler);
  }
}
