package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.Shapes.choice;
import static dev.pawl.workflow.keys.Shapes.fields;
import static dev.pawl.workflow.keys.Shapes.oneOf;

import java.util.List;
import java.util.stream.Stream;

/// The scopes of `permissions`, with the levels that each may have.
public final class PermissionKeys {

  public static final String READ_ALL = "read-all";
  public static final String WRITE_ALL = "write-all";

  static final Shape SHAPE = oneOf(choice(READ_ALL, WRITE_ALL), fields(Place.PERMISSIONS));

  private static final List<String> SCOPES =
      List.of(
          "actions",
          "artifact-metadata",
          "attestations",
          "checks",
          "code-quality",
          "contents",
          "deployments",
          "discussions",
          "drives",
          "issues",
          "packages",
          "pages",
          "pull-requests",
          "repository-projects",
          "security-events",
          "statuses");
  private static final List<String> WRITTEN_ONLY = List.of("id-token", "copilot-requests");
  private static final List<String> READ_ONLY = List.of("models", "vulnerability-alerts");

  static final List<Key> ROWS =
      Stream.of(
              rows(SCOPES, choice("read", "write", "none")),
              rows(WRITTEN_ONLY, choice("write", "none")),
              rows(READ_ONLY, choice("read", "none")))
          .flatMap(List::stream)
          .toList();

  private static List<Key> rows(List<String> scopes, Shape levels) {
    return scopes.stream()
        .map(scope ->
            Row.key(
                Place.PERMISSIONS,
                scope,
                KeyStatus.SUPPORTED,
                levels,
                Scope.NONE,
                "checked only: there is no token"))
        .toList();
  }

  private PermissionKeys() {}
}
