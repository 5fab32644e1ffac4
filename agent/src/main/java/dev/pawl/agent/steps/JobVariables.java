package dev.pawl.agent.steps;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.agent.limits.EntryBudget;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.core.plan.OrderedMaps;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The environment variables of a job: those that it started with, those that its steps have set
/// for later steps, and those that only the agent sets. Owned by the job's thread.
public final class JobVariables {

  private final Map<String, String> base;
  private final Map<String, String> env;
  private final Map<String, String> own;
  private final Map<String, String> setBySteps = new HashMap<>();
  private final List<String> paths = new ArrayList<>();
  private final JobMemoryLimits limits;
  private final EntryBudget space;
  private final EntryBudget pathSpace;

  /// @param base the variables of every process
  /// @param env the variables that the workflow and the job set
  /// @param own the variables that only the agent sets
  JobVariables(
      Map<String, String> base,
      Map<String, String> env,
      Map<String, String> own,
      JobMemoryLimits limits) {
    this.base = OrderedMaps.copyOf(base);
    this.env = new LinkedHashMap<>(env);
    this.own = OrderedMaps.copyOf(own);
    this.limits = limits;
    this.space = new EntryBudget(limits.variables(), limits.variableBytes());
    this.pathSpace = new EntryBudget(limits.paths(), limits.pathBytes());
  }

  /// Adds the variables and paths that a step has set, up to the first that exceeds a limit.
  ///
  /// @return that limit; empty if there is none
  String set(EnvironmentFiles.Contents written) {
    for (var variable : written.env().entrySet()) {
      if (!reserve(variable.getKey(), variable.getValue())) {
        return "$GITHUB_ENV rejected: the steps of a job may set %,d variables of %s in total. Set fewer or shorter ones"
            .formatted(limits.variables(), JobMemoryLimits.size(limits.variableBytes()));
      }
      setBySteps.put(variable.getKey(), variable.getValue());
      env.put(variable.getKey(), variable.getValue());
    }
    for (String path : written.paths()) {
      if (!paths.remove(path) && !pathSpace.add(size(path))) {
        return "$GITHUB_PATH rejected: the steps of a job may add %,d directories of %s in total. Add fewer or shorter ones"
            .formatted(limits.paths(), JobMemoryLimits.size(limits.pathBytes()));
      }
      paths.addFirst(path); // the last one added is searched first
    }
    return "";
  }

  private boolean reserve(String name, String value) {
    @Nullable String before = setBySteps.get(name);
    long size = size(name) + size(value);
    return before == null ? space.add(size) : space.replace(size(name) + size(before), size);
  }

  /// The size in the memory of a process, with the separator after it.
  private static long size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length + 1L;
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
