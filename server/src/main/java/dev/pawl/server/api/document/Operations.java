package dev.pawl.server.api.document;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.server.store.sql.OperationQueries.AgentRow;
import dev.pawl.server.store.sql.OperationQueries.BreakerRow;
import dev.pawl.server.store.sql.OperationQueries.HeldJobRow;
import dev.pawl.server.store.sql.OperationQueries.MemberRow;
import dev.pawl.server.store.sql.OperationQueries.QueuedRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Documents for operators: agents, the queue, groups and tools.
public final class Operations {

  /// An agent.
  ///
  /// @param standing ready, leaving, draining, draining_and_leaving or revoked
  /// @param connected whether it is connected to any server now
  /// @param lastHeartbeat null if no process speaks for it
  /// @param version of Pawl that it runs; null unless it is connected to this server
  public record AgentDocument(
      String id,
      String name,
      List<String> labels,
      int slots,
      String standing,
      boolean connected,
      @Nullable Instant lastHeartbeat,
      @Nullable String host,
      @Nullable String version,
      List<AgentJobDocument> jobs) {
    public AgentDocument {
      labels = List.copyOf(labels);
      jobs = List.copyOf(jobs);
    }

    public static AgentDocument of(
        AgentRow agent, boolean isConnected, @Nullable String version, List<HeldJobRow> jobs) {
      return new AgentDocument(
          agent.id(),
          agent.name(),
          agent.labels(),
          agent.slots(),
          agent.standing(),
          isConnected,
          agent.heardAt(),
          agent.host().isEmpty() ? null : agent.host(),
          version,
          jobs.stream()
              .map(job ->
                  new AgentJobDocument(
                      job.run(), job.number(), job.jobId(), job.attempt(), job.state()))
              .toList());
    }
  }

  /// A job that an agent has.
  public record AgentJobDocument(String run, long number, String job, int attempt, String state) {}

  /// A job that waits for an agent.
  ///
  /// @param why no agent has it
  public record QueuedDocument(
      String run,
      long number,
      String workflow,
      String job,
      int attempt,
      List<String> runsOn,
      int priority,
      Instant queuedAt,
      String why) {
    public QueuedDocument {
      runsOn = List.copyOf(runsOn);
    }

    public static QueuedDocument of(QueuedRow row, String why) {
      return new QueuedDocument(
          row.run(),
          row.number(),
          row.workflow(),
          row.jobId(),
          row.attempt(),
          row.runsOn(),
          row.priority(),
          row.queuedAt(),
          why);
    }
  }

  /// A concurrency group.
  ///
  /// @param key `REPOSITORY#NAME`
  /// @param max most holders that its members accept
  public record GroupDocument(
      String key, int max, List<MemberDocument> holders, List<MemberDocument> waiters) {
    public GroupDocument {
      holders = List.copyOf(holders);
      waiters = List.copyOf(waiters);
    }

    public static GroupDocument of(String key, List<MemberRow> members) {
      return new GroupDocument(
          key,
          members.stream().mapToInt(MemberRow::max).min().orElse(1),
          members.stream().filter(MemberRow::isPlaced).map(MemberDocument::of).toList(),
          members.stream().filter(one -> !one.isPlaced()).map(MemberDocument::of).toList());
    }
  }

  /// A run or a job in a group.
  ///
  /// @param job null for the run itself
  /// @param supersededBy number of the newer run that replaces it; null if none does
  public record MemberDocument(
      String run, long number, @Nullable String job, String state, @Nullable Long supersededBy) {
    static MemberDocument of(MemberRow member) {
      return new MemberDocument(
          member.run(),
          member.number(),
          member.jobId().isEmpty() ? null : member.jobId(),
          member.state(),
          member.supersededBy() == 0 ? null : (Long) member.supersededBy());
    }
  }

  /// A tool's breaker.
  ///
  /// @param failures consecutive ones that count
  /// @param probeAt when an open breaker lets a probe through; null unless it is open
  public record BreakerDocument(
      String tool,
      String state,
      Instant since,
      int failures,
      int successes,
      @Nullable Instant probeAt,
      ToolDocument profile) {
    /// The document of a breaker.
    ///
    /// @param profile that is in effect
    public static BreakerDocument of(BreakerRow row, ToolProfile profile) {
      return new BreakerDocument(
          row.tool(),
          row.state(),
          row.since(),
          row.failures(),
          row.successes(),
          row.state().equals("open") ? row.since().plus(profile.cooldown()) : null,
          ToolDocument.of(profile));
    }
  }

  /// The profile of a tool. In an answer everything is given.
  public record ToolDocument(
      @Nullable Integer failureThreshold,
      @Nullable Long cooldownSeconds,
      @Nullable Integer successThreshold,
      @Nullable List<Integer> expectedExitCodes,
      @Nullable List<Integer> failureExitCodes,
      @Nullable Boolean retryOnFailure,
      @Nullable Integer maxRetries,
      @Nullable String healthCheck) {

    /// The profile; what is not given is as in the built-in one.
    public ToolProfile profile() {
      return new ToolProfile(
          failureThreshold == null ? ToolProfile.DEFAULT.failureThreshold() : failureThreshold,
          cooldownSeconds == null
              ? ToolProfile.DEFAULT.cooldown()
              : Duration.ofSeconds(cooldownSeconds),
          successThreshold == null ? ToolProfile.DEFAULT.successThreshold() : successThreshold,
          failureExitCodes == null ? List.of() : failureExitCodes,
          expectedExitCodes == null ? List.of() : expectedExitCodes,
          retryOnFailure != null && retryOnFailure,
          maxRetries == null ? 0 : maxRetries,
          Optional.ofNullable(healthCheck));
    }

    public static ToolDocument of(ToolProfile profile) {
      return new ToolDocument(
          profile.failureThreshold(),
          profile.cooldown().toSeconds(),
          profile.successThreshold(),
          profile.expectedExitCodes(),
          profile.failureExitCodes(),
          profile.retryOnFailure(),
          profile.maxRetries(),
          profile.healthCheck().orElse(null));
    }
  }

  /// The agent or tool that a request was accepted for.
  public record ChangedDocument(String id) {}

  private Operations() {}
}
