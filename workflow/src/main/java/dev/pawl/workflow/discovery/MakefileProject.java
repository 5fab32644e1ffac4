package dev.pawl.workflow.discovery;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Detects a makefile, with the targets that are usual for checks. Where it has none of them, its
/// first target is used.
final class MakefileProject {

  private static final List<String> TARGETS = List.of("lint", "build", "check", "test");
  private static final List<String> FIRST_TARGET = List.of("make");

  static Optional<ProposedJob> in(ProjectFolder folder) {
    return folder.firstOf("GNUmakefile", "makefile", "Makefile").map(file -> job(folder, file));
  }

  static boolean hasTargets(ProposedJob job) {
    return !job.commands().equals(FIRST_TARGET);
  }

  private static ProposedJob job(ProjectFolder folder, String file) {
    Set<String> there = targets(folder.text(file));
    List<String> targets =
        there.contains("ci") ? List.of("ci") : TARGETS.stream().filter(there::contains).toList();
    String reason = file + ": built with make";
    return targets.isEmpty()
        ? new ProposedJob(
            folder,
            "make",
            List.of(reason, "no usual target found, so the first one is made"),
            FIRST_TARGET)
        : new ProposedJob(
            folder,
            "make",
            List.of(reason, "its targets: " + String.join(", ", targets)),
            targets.stream().map(target -> "make " + target).toList());
  }

  /// The targets: the words before the colon of a rule. `:=` is an assignment.
  private static Set<String> targets(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("\t") && !line.startsWith("#"))
        .filter(line -> line.indexOf(':') > 0 && !line.startsWith("=", line.indexOf(':') + 1))
        .flatMap(line -> List.of(line.substring(0, line.indexOf(':')).split("\\s+")).stream())
        .collect(Collectors.toSet());
  }

  private MakefileProject() {}
}
