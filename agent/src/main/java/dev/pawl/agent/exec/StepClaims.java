package dev.pawl.agent.exec;

import dev.pawl.agent.session.LeaseChannel;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.FromAgent.StepStatus;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.util.HashMap;
import java.util.Map;

/// Where the agent believes its steps to be: the same machine as the engine's, and no more than a
/// claim until the engine accepts it. Owned by the job's thread.
final class StepClaims {

  private final LeaseChannel channel;
  private final Map<Integer, StepState> states = new HashMap<>();
  private final Map<Integer, Long> startedAt = new HashMap<>();

  StepClaims(LeaseChannel channel) {
    this.channel = channel;
  }

  StepState state(int step) {
    return states.getOrDefault(step, StepMachine.MACHINE.initial());
  }

  /// Takes a row of the table, and says so.
  void move(int step, StepEvent event, StepEnd end) {
    StepState state = StepMachine.MACHINE.transition(state(step), event);
    states.put(step, state);
    long now = System.nanoTime();
    startedAt.putIfAbsent(step, now);
    long durationMs = (now - startedAt.getOrDefault(step, now)) / 1_000_000;
    JobDispatch dispatch = channel.dispatch();
    channel.say(seq ->
        new StepStatus(
            dispatch.leaseId(),
            dispatch.runId(),
            dispatch.jobId(),
            dispatch.attempt(),
            seq,
            step,
            dispatch.job().steps().get(step).name(),
            "step",
            Machine.wireName(state),
            end.ender() == Ender.NOBODY ? null : end.exitCode(),
            Machine.wireName(end.ender()),
            end.message(),
            durationMs));
  }
}
