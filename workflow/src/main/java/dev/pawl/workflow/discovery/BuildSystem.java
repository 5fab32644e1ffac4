package dev.pawl.workflow.discovery;

import java.util.List;
import java.util.Optional;

/// Detects one build system in a folder, and proposes a job for it.
@FunctionalInterface
interface BuildSystem {

  /// All of them, in the order of the proposed jobs.
  List<BuildSystem> ALL =
      List.of(
          CompiledBuildSystems::maven,
          CompiledBuildSystems::gradle,
          NodeProject::in,
          CompiledBuildSystems::go,
          CompiledBuildSystems::cargo,
          PythonProject::in);

  Optional<ProposedJob> in(ProjectFolder folder);
}
