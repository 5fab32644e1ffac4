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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Receives log frames: finds the lease of a frame, appends its bytes to the lease's log, and
/// acknowledges what is durable. Bytes of a lease that is over are accepted for a while, as
/// post-mortem.
///
/// It learns of leases from commits of this orchestrator: that they were granted, acknowledged or
/// renewed. An agent that was connected to another orchestrator renews its leases by its
/// registration, before it is acknowledged. A lease that ended elsewhere is known here for as long
/// as it could have lived. Bounded. Thread-safe.
public final class LogReceiver {

  /// Time after the end of a lease in which its agent may send the rest of its log.
  public static final Duration POST_MORTEM = Duration.ofMinutes(10);

  /// Most leases that are taken to be live: more than a server has slots to serve.
  static final int MOST_LIVE = 100_000;

  /// Most leases that are over and whose bytes are still accepted.
  static final int MOST_ENDED = 10_000;

  private record Address(
      RunId run, LeaseRef lease, String agent, LogSecrets hidden, Instant until) {}

  private final LogStore logs;
  private final LeaseIds leaseIds;
  private final Duration leaseTtl;
  private final InstantSource clock;
  private final SecretSource secrets;

  /// The logs of live leases by lease id, the most recently renewed last.
  private final SequencedMap<String, Address> live = new LinkedHashMap<>();

  /// The logs of ended leases by lease id, in the order of their ends.
  private final SequencedMap<String, Address> ended = new LinkedHashMap<>();

  /// A receiver for jobs without secrets.
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

  /// A change of a run is durable: leases may have begun or ended.
  public void committed(Change change) {
    trackLeases(change);
    logs.runChanged(change.run().id());
  }

  private synchronized void trackLeases(Change change) {
    Run run = change.run();
    for (Transition line : change.transitions()) {
      switch (line.cause()) {
        case AttemptLeased(var lease, _, _) -> trackLeases(run, lease);
        case LeaseMoved(var lease, _, _) -> trackLeases(run, lease);
        case DomainEvent _ -> {}
      }
    }
    change.decision().renewed().forEach(lease -> trackLeases(run, lease));
  }

  private void trackLeases(Run run, LeaseRef lease) {
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

  /// Appends the bytes of a frame, and returns the acknowledgement. A frame of an unknown lease
  /// gets none: the orchestrator tells the agent the state of the lease, as soon as it sends a
  /// message under it.
  ///
  /// @throws java.io.UncheckedIOException if they could not be written: then the connection is to
  ///   be closed, and the agent sends them again on the next one
  public Optional<LogAck> receive(String agent, LogFrame frame) {
    Address address = address(frame.leaseId());
    if (address == null || !address.agent().equals(agent)) {
      return Optional.empty();
    }
    var log = new LogRef(address.run(), address.lease(), frame.stepIndex());
    LogAppender.Appended appended =
        logs.append(log, frame.offset(), frame.bytes(), address.hidden());
    return Optional.of(
        new LogAck(frame.leaseId(), frame.stepIndex(), appended.end(), appended.isCut()));
  }

  /// The leases of a run of which a log was cut because of a limit.
  public Set<LeaseRef> cutLeases(RunId run) {
    return logs.cutLeases(run);
  }

  private synchronized @Nullable Address address(String leaseId) {
    Address known = live.getOrDefault(leaseId, ended.get(leaseId));
    return known == null || isOver(known, clock.instant()) ? null : known;
  }
}
