package dev.pawl.core.agent;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// An agent: what it can do, and how much of it it does.
///
/// Its leases are derived from the runs', and written in the same commits, so that two
/// orchestrators cannot give one slot away twice. They are in no journal, and nor is when it may be
/// asked again.
///
/// @param availability whether it is given work
/// @param leases what it does now
/// @param backoffUntil when it may be asked again, after it rejected something
public record Agent(
    String key,
    String name,
    List<String> labels,
    int slots,
    Availability availability,
    List<HeldLease> leases,
    Instant backoffUntil,
    long version)
    implements Aggregate {

  /// The label of an agent that takes whatever there is.
  public static final String ANY_LABEL = "*";

  /// Whether an agent is given work. Who drains it is kept apart: its own word is good until it
  /// registers again, an operator's until it is taken back.
  public enum Availability {
    READY,
    /// It has said that it finishes what it has.
    LEAVING,
    /// An operator lets it finish what it has.
    DRAINING,
    /// Both.
    DRAINING_AND_LEAVING,
    /// It is not trusted any more.
    REVOKED;

    public boolean isLeaving() {
      return this == LEAVING || this == DRAINING_AND_LEAVING;
    }

    public boolean isDraining() {
      return this == DRAINING || this == DRAINING_AND_LEAVING;
    }

    public Availability leaving() {
      return of(isDraining(), true);
    }

    public Availability draining(boolean isDraining) {
      return of(isDraining, isLeaving());
    }

    private Availability back() {
      return of(isDraining(), false);
    }

    private Availability of(boolean isDraining, boolean isLeaving) {
      if (this == REVOKED) {
        return REVOKED;
      }
      if (isDraining) {
        return isLeaving ? DRAINING_AND_LEAVING : DRAINING;
      }
      return isLeaving ? LEAVING : READY;
    }
  }

  /// A lease that it has.
  public record HeldLease(RunId run, LeaseRef lease) {}

  public Agent {
    labels = List.copyOf(labels);
    leases = List.copyOf(leases);
  }

  public static Agent unknown(String id) {
    return new Agent(id, id, List.of(), 0, Availability.READY, List.of(), Instant.EPOCH, 0);
  }

  @Override
  public Kind kind() {
    return Kind.AGENT;
  }

  public boolean hasLabels(List<String> runsOn) {
    return labels.contains(ANY_LABEL) || labels.containsAll(runsOn);
  }

  /// The labels that none of those who have these has; all that are wanted, where it is only their
  /// combination that nobody has; none, where somebody has them.
  public static List<String> missingLabels(List<String> wanted, List<List<String>> had) {
    boolean isAnyAble =
        had.stream().anyMatch(labels -> labels.contains(ANY_LABEL) || labels.containsAll(wanted));
    if (isAnyAble) {
      return List.of();
    }
    List<String> unknown =
        wanted.stream()
            .filter(label -> had.stream().noneMatch(labels -> labels.contains(label)))
            .toList();
    return unknown.isEmpty() ? wanted : unknown;
  }

  public boolean isFree(Instant now) {
    return availability == Availability.READY
        && leases.size() < slots
        && !now.isBefore(backoffUntil);
  }

  public Agent registered(String name, List<String> labels, int slots) {
    return new Agent(key, name, labels, slots, availability.back(), leases, backoffUntil, version);
  }

  public Agent in(Availability standing) {
    return new Agent(key, name, labels, slots, standing, leases, backoffUntil, version);
  }

  public Agent withLease(HeldLease lease) {
    List<HeldLease> more = new ArrayList<>(leases);
    more.add(lease);
    return new Agent(key, name, labels, slots, availability, more, backoffUntil, version);
  }

  public Agent withoutLease(HeldLease lease) {
    List<HeldLease> others = new ArrayList<>(leases.size());
    for (HeldLease one : leases) { // the runs differ, and next to always nothing else does
      if (!one.run().equals(lease.run()) || !one.lease().equals(lease.lease())) {
        others.add(one);
      }
    }
    return new Agent(key, name, labels, slots, availability, others, backoffUntil, version);
  }

  public Agent backingOffUntil(Instant askAgainAt) {
    return new Agent(key, name, labels, slots, availability, leases, askAgainAt, version);
  }

  @Override
  public Agent committed() {
    return new Agent(key, name, labels, slots, availability, leases, backoffUntil, version + 1);
  }
}
