package dev.pawl.simulation.agents;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.simulation.coverage.AgentRestartCase;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.mutants.MutantMemory;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.world.NetworkedAgent;
import dev.pawl.simulation.world.SimulatedConnection;
import dev.pawl.simulation.world.Simulation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A machine with the production agent session, a watchdog and scripted jobs. It can crash, be
/// suspended and be slow, and has a clock of its own. The agent's process can also be stopped
/// alone.
public final class SimulatedAgent implements NetworkedAgent {

  private static final int REMEMBERED = 40;

  private record PendingReport(String leaseId, JobReport report) {}

  private AgentRegister identity;
  private final Simulation world;
  private final RandomStream chance;
  private final UnaryOperator<Execution> layer;
  private final SimulatedExecution execution;
  private final RandomStream fate;
  private SimulatedAgentDisk disk;
  private final Deque<PendingReport> waiting = new ArrayDeque<>();
  private final List<LeaseMessage> said = new ArrayList<>();
  private final List<JobDispatch> dispatched = new ArrayList<>();
  private @Nullable AgentSession session;
  private @Nullable SimulatedConnection connection;
  private boolean isRegistered;
  private int lives;
  private long bootedAt;
  private long stoppedFor;
  private int clockStops;
  private long frozenUntil;
  private long clockStandsUntil;
  private long slowUntil;
  private long wakeAt = Long.MAX_VALUE;

  public SimulatedAgent(
      AgentRegister identity,
      Simulation world,
      RandomStream chance,
      UnaryOperator<Execution> layer) {
    this.identity = identity;
    this.world = world;
    this.chance = chance;
    this.layer = layer;
    this.execution = new SimulatedExecution(this, world);
    this.fate = world.chanceOf("disk of " + identity.agentId());
    this.disk = new SimulatedAgentDisk(this, world, fate.split());
  }

  public void boot() {
    lives++;
    bootedAt = world.timeline().now();
    stoppedFor = 0;
    frozenUntil = 0;
    clockStandsUntil = 0;
    waiting.clear();
    Mutant mutant = world.mutant();
    session =
        new AgentSession(
            identity,
            layer.apply(execution),
            mutant == null ? disk : new MutantMemory(disk, mutant));
    world.trace().say("%s boots", this);
    pump();
  }

  /// Crashes with all its processes; restarts with what is on its disk.
  public void die(long until) {
    if (session == null) {
      return;
    }
    world.trace().say("%s dies", this);
    session = null;
    wakeAt = Long.MAX_VALUE;
    execution.clear();
    world.processes().dies(this);
    SimulatedConnection open = connection;
    connection = null;
    if (open != null) {
      open.lose();
    }
    boolean isLost = world.faults().mayHappen(FaultKind.AGENT_DISK_LOST) && fate.oneIn(3);
    if (isLost && world.faults().fires(FaultKind.AGENT_DISK_LOST)) {
      disk.lose();
      dispatched.clear(); // it would not know them again
    }
    world.timeline().in(until, this::boot);
  }

  public void fillDisk(long millis) {
    disk.fill(millis);
  }

  /// Sets the machine up anew under another name, after its token was revoked.
  public void replace() {
    die(1);
    disk = new SimulatedAgentDisk(this, world, fate.split());
    dispatched.clear();
    identity =
        new AgentRegister(
            identity.agentId() + "'",
            identity.name(),
            identity.labels(),
            identity.slots(),
            identity.version(),
            identity.os(),
            identity.arch(),
            List.of());
  }

  /// Stops the agent's process, or suspends the whole machine with its clock.
  public void stop(long millis, boolean isSuspended) {
    if (session == null || isStopped()) {
      return;
    }
    world
        .trace()
        .say("%s stands still for %d ms%s", this, millis, isSuspended ? ", its clock too" : "");
    frozenUntil = world.timeline().now() + millis;
    if (isSuspended) {
      clockStandsUntil = frozenUntil;
      clockStops++;
      stoppedFor += millis;
    }
  }

  public void slowDown(long millis) {
    slowUntil = Math.max(slowUntil, world.timeline().now() + millis);
  }

  public void drain() {
    later(
        0,
        () -> {
          if (session != null) {
            session.drain(clock());
          }
        });
  }

  /// Whether no lease is left on this agent.
  public boolean isIdle() {
    return session == null || session.isIdle();
  }

  /// The session, while the machine is up.
  public Optional<AgentSession> session() {
    return Optional.ofNullable(session);
  }

  @Override
  public String name() {
    return identity.agentId();
  }

  public AgentRegister identity() {
    return identity;
  }

  /// A stopped clock shows the time that it will show when it goes on.
  @Override
  public Duration clock() {
    long now = world.timeline().now();
    long standing = Math.max(0, clockStandsUntil - now);
    return Duration.ofMillis(now - bootedAt - stoppedFor + standing);
  }

  private boolean isStopped() {
    return world.timeline().now() < frozenUntil;
  }

  @Override
  public boolean isSuspended() {
    return world.timeline().now() < clockStandsUntil;
  }

  @Override
  public Duration wokeAt() {
    long standing = Math.max(0, clockStandsUntil - world.timeline().now());
    return Duration.ofMillis(Math.max(0, clockStandsUntil - bootedAt - stoppedFor + standing));
  }

  @Override
  public int clockStops() {
    return clockStops;
  }

  @Override
  public void heard(ServerMessage message, SimulatedConnection from) {
    later(
        slowness(),
        () -> {
          if (session != null && from.equals(connection)) {
            world.processes().told(this, message);
            isRegistered |= message instanceof RegisterAck;
            session.receive(message, clock());
            if (message instanceof JobDispatch dispatch) {
              dispatched.add(dispatch);
              if (dispatched.size() > REMEMBERED) {
                dispatched.removeFirst();
              }
              flaw(dispatch);
            }
          }
        });
  }

  private void flaw(JobDispatch dispatch) {
    if (world.mutant() == Mutant.STARTS_BEFORE_ITS_START) {
      execution.start(dispatch);
    } else if (world.mutant() == Mutant.EXECUTES_A_DISPATCH_TWICE) {
      later(5_000, () -> execution.start(dispatch));
    }
  }

  private long slowness() {
    return world.timeline().now() < slowUntil ? chance.heavyTail(5, 2_500) : 0;
  }

  @Override
  public void disconnected(SimulatedConnection from) {
    later(
        0,
        () -> {
          if (session != null && from.equals(connection)) {
            connection = null;
            session.disconnected(clock());
          }
        });
  }

  /// Runs a task when the machine is awake, unless it has crashed by then, and then everything that
  /// is due.
  void later(long millis, Runnable what) {
    int life = lives;
    long at = Math.max(world.timeline().now() + millis, frozenUntil);
    world
        .timeline()
        .at(
            at,
            () -> {
              if (life != lives || session == null) {
                return;
              }
              if (isStopped()) {
                later(0, what);
                return;
              }
              what.run();
              pump();
            });
  }

  /// Runs a task of the watchdog at a time of the machine's clock, also while the agent is stopped.
  void watch(Duration at, Runnable what) {
    int life = lives;
    world
        .timeline()
        .in(
            Math.max(1, at.minus(clock()).toMillis()),
            () -> {
              if (life == lives && session != null) {
                if (isSuspended() || clock().compareTo(at) < 0) {
                  watch(at.plusMillis(1), what);
                } else {
                  what.run();
                }
              }
            });
  }

  /// Queues a report of the execution until the session has room for it.
  void report(String leaseId, JobReport report) {
    waiting.add(new PendingReport(leaseId, report));
  }

  private void pump() {
    AgentSession it = session;
    if (it == null) {
      return;
    }
    it.tick(clock());
    List<String> full = new ArrayList<>();
    waiting.removeIf(one -> {
      if (full.contains(one.leaseId()) || it.isFull(one.leaseId())) {
        full.add(one.leaseId());
        return false;
      }
      it.report(one.leaseId(), one.report(), clock());
      return true;
    });
    if (it.shouldConnect(clock())) {
      later(chance.between(1, 50), this::dial);
    }
    it.nextWake().ifPresent(this::wake);
  }

  private void wake(Duration at) {
    long millis = Math.max(1, at.minus(clock()).toMillis() + 1);
    long due = world.timeline().now() + millis;
    if (due < wakeAt) {
      wakeAt = due;
      later(
          millis,
          () -> {
            if (wakeAt == due) {
              wakeAt = Long.MAX_VALUE;
            }
          });
    }
  }

  private void dial() {
    if (session == null) {
      return;
    }
    connection = world.network().dial(this).orElse(null);
    isRegistered = false;
    SimulatedConnection open = connection;
    if (open == null) {
      session.disconnected(clock());
    } else {
      ServerLink link = message -> say(message, open);
      session.connected(link, clock());
      hearAgain(open);
    }
  }

  /// Repeats an old dispatch, perhaps one of an earlier start of this agent, before the agent has
  /// registered: its sender does not know that it has arrived.
  private void hearAgain(SimulatedConnection from) {
    boolean isAgain =
        !dispatched.isEmpty()
            && world.faults().mayHappen(FaultKind.DUPLICATE)
            && fate.oneIn(3)
            && world.faults().fires(FaultKind.DUPLICATE);
    if (isAgain) {
      world.coverage().cameBack(AgentRestartCase.DISPATCHED_AGAIN);
      heard(
          dispatched.get(dispatched.size() - 1 - fate.below(Math.min(4, dispatched.size()))), from);
    }
  }

  /// Sends log bytes if the agent is connected and registered.
  void send(LogFrame frame) {
    SimulatedConnection open = connection;
    if (open != null && isRegistered) {
      open.send(frame);
    }
  }

  private void say(AgentMessage message, SimulatedConnection over) {
    if (message instanceof SequencedMessage numbered) {
      world.messages().said(this, numbered);
    }
    if (message instanceof LeaseMessage one) {
      said.add(one);
      if (said.size() > REMEMBERED) {
        said.removeFirst();
      }
    }
    over.send(message);
  }

  /// Sends an earlier message again, changed or not.
  public void repeat(UnaryOperator<LeaseMessage> change) {
    SimulatedConnection open = connection;
    if (open != null && !said.isEmpty() && !isStopped()) {
      open.send(change.apply(chance.oneOf(said)));
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
