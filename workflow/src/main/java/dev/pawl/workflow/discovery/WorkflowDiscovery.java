package dev.pawl.workflow.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Proposes a workflow with a job for every build system that it detects. The same folders give the
/// same text.
///
/// A build system in the root covers the folders below it too, because modules and workspaces are
/// built from there.
public final class WorkflowDiscovery {

  /// The files whose beginning is read; for others the name is enough.
  public static final Set<String> FILES_TO_READ =
      Set.of(
          "package.json",
          "pyproject.toml",
          "setup.py",
          "setup.cfg",
          "tox.ini",
          "requirements.txt",
          "GNUmakefile",
          "makefile",
          "Makefile");

  /// Names of folders that are safe in YAML, in a shell and in a job's id.
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,50}");

  /// Folders whose build files do not build the project.
  private static final Set<String> ASIDE =
      Set.of(
          "build",
          "dist",
          "doc",
          "docs",
          "example",
          "examples",
          "node_modules",
          "out",
          "target",
          "testdata",
          "third_party",
          "vendor");

  private static final int MAX_JOBS = 20;

  private static final String HEAD =
      """
      # Proposed by pawl from what this repository contains.
      name: CI

      on:
        push:
        pull_request:
        workflow_dispatch:

      jobs:
      """;

  private static final String STARTER =
      """
      # Replace the commands by those of this project. `pawl validate` checks the file,
      # `pawl plan` shows which jobs would run and why, `pawl run` runs them here.
      name: CI

      on:
        push:
        pull_request:
        workflow_dispatch:

      jobs:
        build:
          runs-on: linux
          steps:
            - uses: actions/checkout@v4
            - name: Build
              run: echo "put the build command here"

        test:
          needs: build # starts when `build` has succeeded
          runs-on: linux
          timeout-minutes: 10
          steps:
            - uses: actions/checkout@v4
            - name: Test
              run: echo "put the test command here"
      """;

  /// An example to edit, where no build system is detected.
  public static WorkflowProposal starter() {
    return new WorkflowProposal(STARTER, List.of());
  }

  /// The proposal; empty where no build system is detected.
  ///
  /// @param folders the root and those directly below it
  public static Optional<WorkflowProposal> propose(List<ProjectFolder> folders) {
    List<ProposedJob> found = found(folders);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    List<ProposedJob> jobs = found.stream().limit(MAX_JOBS).toList();
    List<String> reasons = new ArrayList<>(jobs.stream().map(ProposedJob::reason).toList());
    if (found.size() > MAX_JOBS) {
      reasons.add("%d more jobs are left out".formatted(found.size() - MAX_JOBS));
    }
    String yaml = jobs.stream().map(ProposedJob::yaml).collect(Collectors.joining("\n"));
    return Optional.of(new WorkflowProposal(HEAD + yaml, reasons));
  }

  private static List<ProposedJob> found(List<ProjectFolder> folders) {
    List<ProposedJob> inRoot =
        folders.stream()
            .filter(ProjectFolder::isRoot)
            .flatMap(root -> inRoot(root).stream())
            .toList();
    Set<String> systems = inRoot.stream().map(ProposedJob::system).collect(Collectors.toSet());
    Stream<ProposedJob> below =
        folders.stream()
            .filter(folder -> PLAIN.matcher(folder.path()).matches())
            .filter(folder -> !ASIDE.contains(folder.path()))
            .sorted(Comparator.comparing(ProjectFolder::path))
            .flatMap(folder -> jobs(folder).stream())
            .filter(job -> !systems.contains(job.system()));
    return Stream.concat(inRoot.stream(), below).toList();
  }

  private static List<ProposedJob> jobs(ProjectFolder folder) {
    return BuildSystem.ALL.stream().flatMap(system -> system.in(folder).stream()).toList();
  }

  /// The jobs of the root. A makefile beside another build system counts only if it has a usual
  /// target.
  private static List<ProposedJob> inRoot(ProjectFolder root) {
    List<ProposedJob> jobs = jobs(root);
    return Stream.concat(
            jobs.stream(),
            MakefileProject.in(root)
                .filter(make -> jobs.isEmpty() || MakefileProject.hasTargets(make))
                .stream())
        .toList();
  }

  private WorkflowDiscovery() {}
}
