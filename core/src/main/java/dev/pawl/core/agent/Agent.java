package dev.pawl.core.agent;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// An agent as the engine knows it: its org, labels and slots, and the leases that it holds.
///
/// Its leases are derived from the runs and written in the same commits, so that two orchestrators
/// cannot give the same slot away. Neither they nor `backoffUntil` are in the journal.
///
/// @param org the org whose jobs it executes
/// @param availability whether it gets work
/// @param leases the leases that it holds now
/// @param backoffUntil the time before which it gets no job, after it rejected one
public record Agent(
    String key,
    String org,
    String name,
    List<String> labels,
    int slots,
    Availability availability,
    List<HeldLease> leases,
    Instant backoffUntil,
    long version)
    implements Aggregate {

  /// The label of an agent that accepts every job.
  public static final String ANY_LABEL = "*";

  /// Whether an agent gets work. The two kinds of drain are separate: the agent's own lasts until
  /// it registers again, an operator's until an operator ends it.
  public enum Availability {
    READY,
    /// The agent itself asked to finish its jobs and get no more.
    LEAVING,
    /// An operator asked the agent to finish its jobs and get no more.
    DRAINING,
    /// Both the agent and an operator asked for it.
    DRAINING_AND_LEAVING,
    /// The agent is no longer trusted.
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

  /// A lease that the agent holds.
  public record HeldLease(RunId run, LeaseRef lease) {}

  public Agent {
    labels = List.copyOf(labels);
    leases = List.copyOf(leases);
  }

  public static Agent unknown(String id) {
    return new Agent(id, "", id, List.of(), 0, Availability.READY, List.of(), Instant.EPOCH, 0);
  }

  @Override
  public Kind kind() {
    return Kind.AGENT;
  }

  /// Whether it may execute a job that asks for that, now or later.
  public boolean meets(AgentDemand demand) {
    return org.equals(demand.org())
        && (labels.contains(ANY_LABEL) || labels.containsAll(demand.labels()));
  }

  /// The wanted labels that no agent has. All of them, if each exists but no agent has the
  /// combination; none, if some agent has them all.
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

  /// Whether it gets work, now or when a slot is free.
  public boolean isAvailable() {
    return availability == Availability.READY;
  }

  public boolean isFree(Instant now) {
    return isAvailable() && leases.size() < slots && !now.isBefore(backoffUntil);
  }

  public Agent registered(String org, String name, List<String> labels, int slots) {
    return new Agent(
        key, org, name, labels, slots, availability.back(), leases, backoffUntil, version);
  }

  public Agent in(Availability status) {
    return new Agent(key, org, name, labels, slots, status, leases, backoffUntil, version);
  }

  public Agent withLease(HeldLease lease) {
    List<HeldLease> more = new ArrayList<>(leases);
    more.add(lease);
    return new Agent(key, org, name, labels, slots, availability, more, backoffUntil, version);
  }

  public Agent withoutLease(HeldLease lease) {
    List<HeldLease> others = new ArrayList<>(leases.size());
    for (HeldLease one : leases) { // compares runs first: they nearly always differ
      if (!one.run().equals(lease.run()) || !one.lease().equals(lease.lease())) {
        others.add(one);
      }
    }
    return new Agent(key, org, name, labels, slots, availability, others, backoffUntil, version);
  }

  public Agent backingOffUntil(Instant askAgainAt) {
    return new Agent(key, org, name, labels, slots, availability, leases, askAgainAt, version);
  }

  @Override
  public Agent committed() {
    return new Agent(
        key, org, name, labels, slots, availability, leases, backoffUntil, version + 1);
  }
}
