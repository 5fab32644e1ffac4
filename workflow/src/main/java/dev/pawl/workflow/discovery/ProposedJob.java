package dev.pawl.workflow.discovery;

import java.util.List;

/// A job that is proposed for a build system.
///
/// Invariant: it contains nothing from a file or its name except a few known words, and names of
/// letters, digits and dashes, so that a repository cannot inject YAML or shell code.
///
/// @param system `maven`, `npm`, …
/// @param reasons what was found, and what follows from it
/// @param commands one step each
record ProposedJob(
    ProjectFolder folder, String system, List<String> reasons, List<String> commands) {

  ProposedJob {
    reasons = List.copyOf(reasons);
    commands = List.copyOf(commands);
  }

  private String id() {
    return folder.isRoot() ? system : system + "-" + folder.path();
  }

  /// The reason in one line for people.
  String reason() {
    String where = folder.isRoot() ? "" : "in %s/, ".formatted(folder.path());
    return id() + ": " + where + String.join("; ", reasons);
  }

  /// Its part of the file.
  String yaml() {
    StringBuilder text = new StringBuilder();
    reasons.forEach(reason -> text.append("  # ").append(reason).append('\n'));
    text.append("  ").append(id()).append(":\n    runs-on: linux\n");
    if (!folder.isRoot()) {
      text.append(
          "    defaults: { run: { working-directory: \"%s\" } }\n".formatted(folder.path()));
    }
    text.append("    steps:\n      - uses: actions/checkout@v4\n");
    commands.forEach(command -> text.append("      - run: ").append(command).append('\n'));
    return text.toString();
  }
}
