package dev.pawl.workflow.discovery;

import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Detects `package.json`, with the package manager of its lock file.
final class NodeProject {

  private static final String FILE = "package.json";

  /// Usual names for checks, cheapest first.
  private static final List<String> SCRIPTS =
      List.of("lint", "typecheck", "type-check", "build", "check", "test");

  /// The script of `npm init` for a project without tests; it fails.
  private static final String NO_TEST = "no test specified";

  static Optional<ProposedJob> in(ProjectFolder folder) {
    return folder.has(FILE) ? Optional.of(job(folder)) : Optional.empty();
  }

  private static ProposedJob job(ProjectFolder folder) {
    Map<String, Value> fields = fields(folder.text(FILE));
    String manager = manager(folder, fields);
    List<String> reasons = new ArrayList<>(List.of(FILE + ": a Node package"));
    lockFile(folder, manager).ifPresent(lock -> reasons.add(lock + ": installed with " + manager));
    List<String> commands = new ArrayList<>(List.of(install(folder, manager)));
    List<String> scripts = scripts(fields);
    scripts.forEach(script -> commands.add(manager + " run " + script));
    reasons.add(
        scripts.isEmpty()
            ? "it has none of the scripts " + String.join(", ", SCRIPTS)
            : "its scripts: " + String.join(", ", scripts));
    return new ProposedJob(folder, manager, reasons, commands);
  }

  /// The package manager of the lock file; without one, that of `packageManager`.
  private static String manager(ProjectFolder folder, Map<String, Value> fields) {
    if (folder.has("pnpm-lock.yaml")) {
      return "pnpm";
    }
    if (folder.has("yarn.lock")) {
      return "yarn";
    }
    String named = fields.getOrDefault("packageManager", Value.Null.NULL).text();
    boolean isLocked = lockFile(folder, "npm").isPresent();
    return List.of("pnpm", "yarn").stream()
        .filter(manager -> !isLocked && named.startsWith(manager + "@"))
        .findFirst()
        .orElse("npm");
  }

  private static Optional<String> lockFile(ProjectFolder folder, String manager) {
    return switch (manager) {
      case "pnpm" -> folder.firstOf("pnpm-lock.yaml");
      case "yarn" -> folder.firstOf("yarn.lock");
      default -> folder.firstOf("package-lock.json", "npm-shrinkwrap.json");
    };
  }

  private static String install(ProjectFolder folder, String manager) {
    boolean isLocked = lockFile(folder, manager).isPresent();
    String frozen = folder.has(".yarnrc.yml") ? " --immutable" : " --frozen-lockfile";
    return switch (manager) {
      case "pnpm" -> "pnpm install" + (isLocked ? " --frozen-lockfile" : "");
      case "yarn" -> "yarn install" + (isLocked ? frozen : "");
      default -> isLocked ? "npm ci" : "npm install";
    };
  }

  private static List<String> scripts(Map<String, Value> fields) {
    if (!(fields.get("scripts") instanceof Value.Dict(var scripts))) {
      return List.of();
    }
    return SCRIPTS.stream()
        .filter(scripts::containsKey)
        .filter(name -> !scripts.getOrDefault(name, Value.Null.NULL).text().contains(NO_TEST))
        .toList();
  }

  /// The fields of the file. Invalid JSON has none; the installation will report it.
  private static Map<String, Value> fields(String text) {
    try {
      return Value.parseJson(text) instanceof Value.Dict(var fields) ? fields : Map.of();
    } catch (IllegalArgumentException _) {
      return Map.of();
    }
  }

  private NodeProject() {}
}
