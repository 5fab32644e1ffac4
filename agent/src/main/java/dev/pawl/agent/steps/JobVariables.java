package dev.pawl.agent.steps;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.core.plan.OrderedMaps;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The environment variables of a job: those that it started with, those that its steps have set
/// for later steps, and those that only the agent sets. Owned by the job's thread.
public final class JobVariables {

  private final Map<String, String> base;
  private final Map<String, String> env;
  private final Map<String, String> own;
  private final List<String> paths = new ArrayList<>();

  /// @param base the variables of every process
  /// @param env the variables that the workflow and the job set
  /// @param own the variables that only the agent sets
  JobVariables(Map<String, String> base, Map<String, String> env, Map<String, String> own) {
    this.base = OrderedMaps.copyOf(base);
    this.env = new LinkedHashMap<>(env);
    this.own = OrderedMaps.copyOf(own);
  }

  /// Adds the variables and paths that a step has set.
  void set(EnvironmentFiles.Contents written) {
    env.putAll(written.env());
    for (String path : written.paths()) {
      paths.remove(path);
      paths.addFirst(path); // the last one added is searched first
    }
  }

  /// The variables of the `env` context.
  public Map<String, String> env() {
    return OrderedMaps.copyOf(env);
  }

  /// All variables of a step's processes.
  ///
  /// @param stepEnv the `env` context of the step
  /// @param ofStep the variables that the agent sets for this step
  public Map<String, String> of(Map<String, String> stepEnv, Map<String, String> ofStep) {
    Map<String, String> all = new HashMap<>(base);
    all.putAll(stepEnv);
    if (!paths.isEmpty()) {
      List<String> path = new ArrayList<>(paths);
      path.add(all.getOrDefault("PATH", ""));
      all.put("PATH", String.join(File.pathSeparator, path));
    }
    all.putAll(own);
    all.putAll(ofStep);
    return all;
  }
}
