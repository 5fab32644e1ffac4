package dev.pawl.agent.exec;

import dev.pawl.agent.session.JobReport;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.MessageText;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.core.step.StepType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The states of a job's steps as the agent claims them. Uses the same machine as the engine; a
/// state is only a claim until the engine has accepted it. Owned by the job's thread.
final class StepClaims {

  private final Consumer<JobReport> reports;
  private final Map<Integer, StepState> states = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, StepType> hooks = new HashMap<>();
  private final Map<Integer, Integer> tries = new HashMap<>();
  private final Map<Integer, Integer> signals = new HashMap<>();
  private final Map<Integer, Long> startedAt = new HashMap<>();

  StepClaims(Consumer<JobReport> reports) {
    this.reports = reports;
  }

  StepState state(int step) {
    return states.getOrDefault(step, StepMachine.MACHINE.initial());
  }

  void name(int step, String name) {
    names.put(step, name);
  }

  String name(int step) {
    return names.getOrDefault(step, "");
  }

  /// Adds a hook, which is named by its type.
  void addHook(int step, StepType type) {
    hooks.put(step, type);
    names.put(step, type.title());
  }

  long durationMs(int step) {
    long now = System.nanoTime();
    return (now - startedAt.getOrDefault(step, now)) / 1_000_000;
  }

  /// Fails a step that was not started: two transitions, of which only the last is reported.
  void failWithoutStart(int step, StepEnd end, String code) {
    states.put(step, StepMachine.MACHINE.transition(state(step), StepEvent.START));
    tries.put(step, 1);
    transition(step, StepEvent.FAIL, end, code, Map.of());
  }

  /// Records the signal that ended the process; null if none did.
  void recordSignal(int step, @Nullable Integer signal) {
    if (signal != null) {
      signals.put(step, signal);
    } else {
      signals.remove(step);
    }
  }

  /// Makes a transition, and reports it.
  void transition(int step, StepEvent event) {
    transition(step, event, StepEnd.NEVER_RAN, null, Map.of());
  }

  /// Makes a transition, and reports it with the end of the step.
  ///
  /// @param code the class of its failure; null if it has not failed
  void transition(
      int step, StepEvent event, StepEnd end, @Nullable String code, Map<String, String> outputs) {
    StepState state = StepMachine.MACHINE.transition(state(step), event);
    states.put(step, state);
    startedAt.putIfAbsent(step, System.nanoTime());
    if (event == StepEvent.START) {
      tries.merge(step, 1, Integer::sum);
    }
    boolean hasEnded = end.ender() != Ender.NOBODY;
    reports.accept(
        new JobReport.StepStateChanged(
            step,
            name(step),
            hooks.getOrDefault(step, StepType.STEP).wireName(),
            Machine.wireName(state),
            hasEnded ? end.exitCode() : null,
            hasEnded ? signals.get(step) : null,
            Machine.wireName(end.ender()),
            tries.getOrDefault(step, 1),
            outputs,
            MessageText.of(end.message()),
            code,
            durationMs(step)));
  }
}
