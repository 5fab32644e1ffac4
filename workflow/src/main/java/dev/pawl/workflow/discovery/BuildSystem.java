package dev.pawl.workflow.discovery;

import java.util.List;
import java.util.Optional;

/// Finds out whether a folder is built with one build system, and how.
@FunctionalInterface
interface BuildSystem {

  /// In the order of the jobs.
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
