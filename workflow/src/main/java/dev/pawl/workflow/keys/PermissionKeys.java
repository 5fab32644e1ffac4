package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ValueShapes.choice;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.oneOf;

import java.util.List;
import java.util.stream.Stream;

/// The scopes of `permissions`, with the levels that each may have.
public final class PermissionKeys {

  public static final String READ_ALL = "read-all";
  public static final String WRITE_ALL = "write-all";

  static final ValueShape SHAPE =
      oneOf(choice(READ_ALL, WRITE_ALL), fields(KeySection.PERMISSIONS));

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

  static final List<KeyDefinition> ROWS =
      Stream.of(
              rows(SCOPES, choice("read", "write", "none")),
              rows(WRITTEN_ONLY, choice("write", "none")),
              rows(READ_ONLY, choice("read", "none")))
          .flatMap(List::stream)
          .toList();

  private static List<KeyDefinition> rows(List<String> scopes, ValueShape levels) {
    return scopes.stream()
        .map(scope ->
            KeyDefinition.key(
                KeySection.PERMISSIONS,
                scope,
                KeyStatus.SUPPORTED,
                levels,
                ContextAvailability.NONE,
                "only checked: jobs get no token"))
        .toList();
  }

  private PermissionKeys() {}
}
