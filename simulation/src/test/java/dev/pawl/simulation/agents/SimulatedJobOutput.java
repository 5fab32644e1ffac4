package dev.pawl.simulation.agents;

import dev.pawl.agent.logs.LogWindow;
import dev.pawl.simulation.invariants.LogMonitor.Log;
import dev.pawl.simulation.monitor.ReferenceState.Leased;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.WorkKind;
import dev.pawl.simulation.world.Simulation;
import org.jspecify.annotations.Nullable;

/// Output of a job's steps, on its way to their logs through the production window.
///
/// Output that does not fit into the window is printed later; the step ends after that.
final class SimulatedJobOutput {

  /// Longest time, after the faults have ended, until output is acknowledged.
  private static final long PATIENCE = 600_000;

  /// Longest time that bytes wait for more.
  private static final long LONGEST_WAIT = 50;

  /// Bytes of the window: fewer than an agent's, so that it is often full.
  private static final int WINDOW = 256 * 1024;

  private final SimulatedAgent agent;
  private final Simulation world;
  private final String leaseId;
  private final @Nullable RandomStream chance;
  private final LogWindow window;
  private @Nullable Runnable flushed;
  private boolean isTimed;
  private boolean isClosed;
  private int step;
  private int left;

  SimulatedJobOutput(SimulatedAgent agent, Simulation world, String leaseId) {
    this.agent = agent;
    this.world = world;
    this.leaseId = leaseId;
    this.chance = world.scenario().has(WorkKind.LOGS) ? world.chanceOf("log/" + leaseId) : null;
    this.window = new LogWindow(leaseId, WINDOW);
  }

  /// Prints some output, if jobs print in this scenario: mostly little, rarely more than the window
  /// holds.
  void print(int of) {
    if (chance != null && world.reference().lease(leaseId).isPresent()) {
      step = of;
      left += size(chance);
      go();
    }
  }

  private static int size(RandomStream chance) {
    return switch (chance.below(200)) {
      case 0 -> chance.between(60_000, 300_000);
      case 1, 2, 3 -> chance.between(1_000, 5_000);
      default -> chance.below(30);
    };
  }

  /// Continues when all output is durable.
  void flush(Runnable next) {
    window.ends().forEach(agent::send);
    if (isDurable()) {
      next.run();
    } else {
      flushed = next;
      world.timeline().in(PATIENCE, () -> isStillThere(next, false));
    }
  }

  private void isStillThere(Runnable next, boolean wasPeace) {
    if (next.equals(flushed)) {
      if (wasPeace) {
        world.logs().isForgotten(log());
      }
      boolean isPeace = world.areFaultsOver();
      world.timeline().in(PATIENCE, () -> isStillThere(next, isPeace));
    }
  }

  boolean isFlushing() {
    return flushed != null;
  }

  private boolean isDurable() {
    return left == 0 && window.isDurable();
  }

  void acknowledged(int of, long offset, boolean isCut) {
    window.acknowledged(of, offset);
    if (isCut) {
      window.cut(of);
    }
    go();
    Runnable next = flushed;
    if (next != null && isDurable()) {
      flushed = null;
      next.run();
    }
  }

  void resume() {
    window.resume();
    go();
  }

  private Log log() {
    Leased lease = world.reference().lease(leaseId).orElseThrow();
    return new Log(lease.run(), lease.lease(), step);
  }

  private void go() {
    int count = window.isCut(step) ? left : Math.min(left, window.room());
    if (count > 0) {
      byte[] bytes = world.logs().prints(log(), count);
      window.print(step, bytes, 0, count);
      left -= count;
    }
    window.frames().forEach(agent::send);
    if (!isTimed && window.isAnythingWaiting()) {
      isTimed = true;
      agent.later(LONGEST_WAIT, this::sendWaiting);
    }
  }

  private void sendWaiting() {
    isTimed = false;
    if (!isClosed) {
      window.waiting().forEach(agent::send);
    }
  }

  /// Stops sending; the job is over.
  void close() {
    isClosed = true;
    flushed = null;
  }
}
