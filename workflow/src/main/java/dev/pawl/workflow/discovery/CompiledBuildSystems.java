package dev.pawl.workflow.discovery;

import java.util.List;
import java.util.Optional;

/// Detects Maven, Gradle, Go and Cargo, each of which builds and tests with its own command.
final class CompiledBuildSystems {

  static Optional<ProposedJob> maven(ProjectFolder folder) {
    return folder
        .firstOf("pom.xml")
        .map(file -> wrapped(folder, "maven", file, "mvn", "-B verify"));
  }

  static Optional<ProposedJob> gradle(ProjectFolder folder) {
    return folder
        .firstOf("settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle")
        .map(file -> wrapped(folder, "gradle", file, "gradle", "build"));
  }

  /// A job that prefers the project's wrapper, which has the right version.
  private static ProposedJob wrapped(
      ProjectFolder folder, String system, String file, String tool, String arguments) {
    String wrapper = tool + "w";
    boolean isWrapped = folder.has(wrapper);
    String reason = "%s: built with %s".formatted(file, system);
    return new ProposedJob(
        folder,
        system,
        isWrapped ? List.of(reason, wrapper + ": the wrapper is used") : List.of(reason),
        List.of((isWrapped ? "./" + wrapper : tool) + " " + arguments));
  }

  static Optional<ProposedJob> go(ProjectFolder folder) {
    return folder
        .firstOf("go.mod")
        .map(file ->
            new ProposedJob(
                folder,
                "go",
                List.of(file + ": a Go module"),
                List.of("go build ./...", "go vet ./...", "go test ./...")));
  }

  static Optional<ProposedJob> cargo(ProjectFolder folder) {
    if (!folder.has("Cargo.toml")) {
      return Optional.empty();
    }
    boolean isLocked = folder.has("Cargo.lock");
    String flag = isLocked ? " --locked" : "";
    String reason = "Cargo.toml: a Rust package";
    return Optional.of(
        new ProposedJob(
            folder,
            "cargo",
            isLocked ? List.of(reason, "Cargo.lock: its versions are used") : List.of(reason),
            List.of("cargo build" + flag, "cargo test" + flag)));
  }

  private CompiledBuildSystems() {}
}
