package dev.pawl.agent.steps;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.core.plan.OrderedMaps;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The variables of a job: what it began with, what its steps have set for those that follow, and
/// what is the agent's own word and cannot be set. Owned by the job's thread.
public final class JobVariables {

  private final Map<String, String> base;
  private final Map<String, String> env;
  private final Map<String, String> own;
  private final List<String> paths = new ArrayList<>();

  /// @param base what every process has
  /// @param env what the workflow and the job set
  /// @param own what nobody sets but the agent
  JobVariables(Map<String, String> base, Map<String, String> env, Map<String, String> own) {
    this.base = OrderedMaps.copyOf(base);
    this.env = new LinkedHashMap<>(env);
    this.own = OrderedMaps.copyOf(own);
  }

  /// A step has set some.
  void set(EnvironmentFiles.Contents written) {
    env.putAll(written.env());
    for (String path : written.paths()) {
      paths.remove(path);
      paths.addFirst(path); // what was added last is looked into first
    }
  }

  /// What of them `env` shows.
  public Map<String, String> env() {
    return OrderedMaps.copyOf(env);
  }

  /// All that the processes of a step see.
  ///
  /// @param seen what `env` shows in the step
  /// @param ofStep what the agent sets for this step
  public Map<String, String> of(Map<String, String> seen, Map<String, String> ofStep) {
    Map<String, String> all = new HashMap<>(base);
    all.putAll(seen);
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
