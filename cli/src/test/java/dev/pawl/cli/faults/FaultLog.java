package dev.pawl.cli.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A record of the injected faults, by agent and time: the only accepted excuses for deviations.
/// Thread-safe.
final class FaultLog {

  record Span(String agent, Instant from, Instant until) {}

  /// The time within which the consequences of a fault appear.
  static final Duration AFTERMATH = Duration.ofSeconds(15);

  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final List<Span> kills = new CopyOnWriteArrayList<>();
  private final List<Span> stops = new CopyOnWriteArrayList<>();
  private final List<Span> fullDisks = new CopyOnWriteArrayList<>();

  /// A description for the message of a failed test.
  void note(AgentFault fault) {
    faults.add(Instant.now() + " " + fault);
  }

  /// @param from a time when it was alive
  /// @param until a time when it was dead; its processes may live for a moment longer
  void killed(String agent, Instant from, Instant until) {
    kills.add(new Span(agent, from, until.plusSeconds(1)));
  }

  void stopped(String agent, Instant from, Instant until) {
    stops.add(new Span(agent, from, until));
  }

  void diskWasFull(String agent, Instant from, Instant until) {
    fullDisks.add(new Span(agent, from, until));
  }

  /// Whether the agent was killed within that time.
  boolean hasKilled(String agent, Instant from, Instant until) {
    return kills.stream()
        .anyMatch(kill ->
            kill.agent().equals(agent)
                && !kill.until().isBefore(from)
                && !kill.from().isAfter(until));
  }

  boolean hadAFullDisk(String agent, Instant from, Instant until) {
    return overlaps(fullDisks, agent, from, until);
  }

  private static boolean overlaps(List<Span> spans, String agent, Instant from, Instant until) {
    return spans.stream()
        .anyMatch(span ->
            span.agent().equals(agent)
                && !span.from().isAfter(until)
                && !span.until().plus(AFTERMATH).isBefore(from));
  }

  @Override
  public String toString() {
    return "kills %s, stops %s, full disks %s, faults:\n%s"
        .formatted(kills, stops, fullDisks, String.join("\n", faults));
  }
}
