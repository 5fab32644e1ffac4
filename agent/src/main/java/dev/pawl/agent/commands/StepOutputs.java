package dev.pawl.agent.commands;

import dev.pawl.agent.limits.EntryBudget;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.limits.OutputBudget;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.OutputLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The outputs of a step, in the order in which they were set. Names are not case-sensitive: the
/// first spelling is kept, and the last value counts. Bounded: an output that exceeds a limit is
/// not kept, nor is any after it.
public final class StepOutputs {

  /// The first spelling of each name.
  private final Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private final Map<String, String> values = new LinkedHashMap<>();
  private final JobMemoryLimits limits;
  private final EntryBudget budget;
  private String breach = "";

  public StepOutputs(JobMemoryLimits limits) {
    this.limits = limits;
    this.budget = new EntryBudget(limits.outputs(), limits.outputBytes());
  }

  /// Sets an output. Returns false if it exceeds a limit, or one before did.
  boolean put(String name, String value) {
    if (!breach.isEmpty()) {
      return false;
    }
    long size = OutputLimits.size(name, value);
    @Nullable String known = names.get(name);
    @Nullable String before = known == null ? null : values.get(known);
    boolean fits =
        before == null ? budget.add(size) : budget.replace(OutputLimits.size(name, before), size);
    if (!fits) {
      boolean isTooMany = before == null && values.size() >= limits.outputs();
      breach = isTooMany ? OutputBudget.tooMany(limits) : OutputBudget.tooLarge(limits);
      return false;
    }
    values.put(names.computeIfAbsent(name, Function.identity()), value);
    return true;
  }

  public void putAll(Map<String, String> others) {
    others.forEach(this::put);
  }

  /// The limit that was exceeded; empty if none was.
  public String breach() {
    return breach;
  }

  public Map<String, String> all() {
    return OrderedMaps.copyOf(values);
  }
}
