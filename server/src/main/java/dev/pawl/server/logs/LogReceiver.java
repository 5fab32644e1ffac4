package dev.pawl.server.logs;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.agents.SecretSource;
import dev.pawl.server.store.Change;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Takes in log frames: which lease they speak under, where that lease's log is, and how far it is
/// durable. Bytes of a lease that is over are taken for a while, as post-mortem.
///
/// It knows a lease from what is decided here: that it was granted, acknowledged or renewed. An
/// agent that comes from another orchestrator renews its leases by its registration, which is
/// answered after that. A lease that ended elsewhere is known here for as long as it could have
/// lived. Bounded. Thread-safe.
public final class LogReceiver {

  /// How long after a lease was over its agent may send what it has left.
  public static final Duration POST_MORTEM = Duration.ofMinutes(10);

  /// The most leases that are taken to live: more than a server has slots to serve.
  static final int MOST_LIVE = 100_000;

  /// The most leases that are over and still taken bytes of.
  static final int MOST_ENDED = 10_000;

  private record Address(
      RunId run, LeaseRef lease, String agent, LogSecrets hidden, Instant until) {}

  private final LogStore logs;
  private final LeaseIds leaseIds;
  private final Duration leaseTtl;
  private final InstantSource clock;
  private final SecretSource secrets;

  /// By lease id, in the order of what was heard of them last.
  private final SequencedMap<String, Address> live = new LinkedHashMap<>();

  /// By lease id, in the order of their ends.
  private final SequencedMap<String, Address> ended = new LinkedHashMap<>();

  /// Of jobs that are given no secrets.
  public LogReceiver(LogStore logs, LeaseIds leaseIds, Duration leaseTtl, InstantSource clock) {
    this(logs, leaseIds, leaseTtl, clock, SecretSource.NONE);
  }

  public LogReceiver(
      LogStore logs,
      LeaseIds leaseIds,
      Duration leaseTtl,
      InstantSource clock,
      SecretSource secrets) {
    this.secrets = secrets;
    this.logs = logs;
    this.leaseIds = leaseIds;
    this.leaseTtl = leaseTtl;
    this.clock = clock;
  }

  /// Something about a run is durable: which of its leases live, and which do not any more.
  public void committed(Change change) {
    look(change);
    logs.runChanged(change.run().id());
  }

  private synchronized void look(Change change) {
    Run run = change.run();
    for (Transition line : change.transitions()) {
      switch (line.cause()) {
        case AttemptLeased(var lease, _, _) -> look(run, lease);
        case LeaseMoved(var lease, _, _) -> look(run, lease);
        case DomainEvent _ -> {}
      }
    }
    change.decision().renewed().forEach(lease -> look(run, lease));
  }

  private void look(Run run, LeaseRef lease) {
    Instant now = clock.instant();
    String id = leaseIds.of(run.id(), lease);
    Address before = live.remove(id);
    Optional<Attempt.WithAgent> held = run.attemptUnder(lease);
    if (held.isPresent()) {
      Instant until = now.plus(leaseTtl).plus(POST_MORTEM);
      LogSecrets hidden = before == null ? hidden(run, lease) : before.hidden();
      live.put(id, new Address(run.id(), lease, held.get().lease().agent(), hidden, until));
    } else if (before != null) {
      ended.put(
          id, new Address(run.id(), lease, before.agent(), before.hidden(), now.plus(POST_MORTEM)));
      logs.leaseEnded(run.id(), lease);
    }
    forget(live, now, MOST_LIVE);
    forget(ended, now, MOST_ENDED);
  }

  private LogSecrets hidden(Run run, LeaseRef lease) {
    return LogSecrets.of(secrets.of(run, run.job(lease.attempt().job())).values());
  }

  private static void forget(SequencedMap<String, Address> addresses, Instant now, int most) {
    while (!addresses.isEmpty()
        && (addresses.size() > most || isOver(addresses.firstEntry().getValue(), now))) {
      addresses.pollFirstEntry();
    }
  }

  private static boolean isOver(Address address, Instant now) {
    return !now.isBefore(address.until());
  }

  /// Appends the bytes of a frame that an agent sent, and gives the answer to it. What is not known
  /// here is not answered: how a lease stands is told by whoever decides about it, as soon as the
  /// agent speaks under it.
  ///
  /// @throws java.io.UncheckedIOException if they could not be written: to be answered by the end
  ///   of the connection, for the agent sends them again on the next
  public Optional<LogAck> receive(String agent, LogFrame frame) {
    Address address = address(frame.leaseId());
    if (address == null || !address.agent().equals(agent)) {
      return Optional.empty();
    }
    var log = new LogRef(address.run(), address.lease(), frame.stepIndex());
    long durable = logs.append(log, frame.offset(), frame.bytes(), address.hidden());
    return Optional.of(new LogAck(frame.leaseId(), frame.stepIndex(), durable));
  }

  private synchronized @Nullable Address address(String leaseId) {
    Address known = live.getOrDefault(leaseId, ended.get(leaseId));
    return known == null || isOver(known, clock.instant()) ? null : known;
  }
}
