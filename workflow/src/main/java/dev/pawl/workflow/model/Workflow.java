package dev.pawl.workflow.model;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// What a workflow file says.
///
/// Invariant: at least one job; every need names a job of the list, whatever its case; needs make
/// no circle; every expression is well formed and uses only what is there at its place.
///
/// @param file as its user typed it
/// @param name empty if the file gives none
/// @param jobs in the order of the file
public record Workflow(
    String file,
    String name,
    Optional<Text> runName,
    On on,
    Optional<Permissions> permissions,
    SequencedMap<String, Text> env,
    RunSettings defaults,
    Optional<Concurrency> concurrency,
    RunRules rules,
    List<Job> jobs) {

  public Workflow {
    env = Texts.copyOf(env);
    jobs = List.copyOf(jobs);
  }

  /// The same with only these of its jobs, and all that they need.
  public Workflow with(List<Job> others) {
    return new Workflow(
        file, name, runName, on, permissions, env, defaults, concurrency, rules, others);
  }
}
