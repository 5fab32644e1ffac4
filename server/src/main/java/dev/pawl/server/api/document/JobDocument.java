package dev.pawl.server.api.document;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.why.Explanation;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.server.api.document.RunDocument.NextDocument;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A job, as its current attempt has it, with all its attempts.
///
/// @param index its position in the plan, which identifies it in paths as its id does
/// @param failureClass the class of its failure; null if it has not failed
/// @param tolerated whether it failed, and `continue-on-error` tolerates that
/// @param logCut whether a log was cut because of a limit
/// @param progress what the agent said last; null if it said nothing here
/// @param attempts oldest first
public record JobDocument(
    String id,
    int index,
    String name,
    List<String> runsOn,
    int attempt,
    String state,
    String phase,
    String reason,
    String message,
    Instant since,
    @Nullable Instant queuedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    String agent,
    String agentId,
    @Nullable NextDocument next,
    @Nullable String failureClass,
    @Nullable Evidence evidence,
    boolean tolerated,
    boolean logCut,
    @Nullable ProgressDocument progress,
    List<AttemptDocument> attempts) {

  public JobDocument {
    runsOn = List.copyOf(runsOn);
    attempts = List.copyOf(attempts);
  }

  /// The progress that an agent reported with its last heartbeat.
  ///
  /// @param logBytes how much of the log is durable
  public record ProgressDocument(
      @Nullable Integer stepIndex,
      @Nullable Integer percent,
      @Nullable String message,
      @Nullable Long logBytes) {

    static ProgressDocument of(JobHeartbeat beat) {
      var progress = beat.progress();
      return new ProgressDocument(
          progress == null ? null : (Integer) progress.stepIndex(),
          progress == null ? null : (Integer) progress.percent(),
          progress == null ? null : progress.message(),
          beat.logBytes());
    }
  }

  /// One attempt of a job.
  ///
  /// @param agent that has or had it; empty if none had
  public record AttemptDocument(
      int attempt,
      String state,
      String phase,
      String reason,
      String message,
      Instant since,
      @Nullable Instant queuedAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      String agent,
      @Nullable String failureClass,
      @Nullable Evidence evidence,
      List<StepDocument> steps) {
    public AttemptDocument {
      steps = List.copyOf(steps);
    }
  }

  /// One step, or a hook, of an attempt.
  ///
  /// @param stepType `step`, or `hook:cleanup` and so on
  /// @param tries how often it was started
  /// @param source where a failed step is defined, as `file:line:column`
  public record StepDocument(
      int step,
      String name,
      String stepType,
      String state,
      String message,
      @Nullable Integer exitCode,
      int tries,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      boolean tolerated,
      String source) {

    static StepDocument of(StepRow step) {
      return new StepDocument(
          step.step(),
          step.name(),
          step.stepType(),
          step.state(),
          step.message(),
          step.exitCode(),
          step.tries(),
          step.startedAt(),
          step.endedAt(),
          step.tolerated(),
          step.source());
    }
  }

  /// The document of a job.
  ///
  /// @param attempts of the job, oldest first
  /// @param steps of the job
  /// @param explained the state of the job, if it is open
  /// @param beat the last heartbeat, if its agent is connected here
  public static JobDocument of(
      List<AttemptRow> attempts,
      List<StepRow> steps,
      Optional<Explanation> explained,
      boolean isLogCut,
      Optional<JobHeartbeat> beat) {
    AttemptRow last = attempts.getLast();
    StatusText status = StatusText.of(last, explained);
    return new JobDocument(
        last.jobId(),
        last.job(),
        last.name(),
        last.runsOn(),
        last.attempt(),
        last.state(),
        status.phase(),
        status.reason(),
        status.message(),
        last.since(),
        last.queuedAt(),
        last.startedAt(),
        last.endedAt(),
        last.agent(),
        last.agentId(),
        NextDocument.of(explained),
        failureClass(last),
        last.evidence(),
        last.tolerated(),
        isLogCut,
        beat.map(ProgressDocument::of).orElse(null),
        attempts.stream().map(attempt -> of(attempt, steps)).toList());
  }

  private static @Nullable String failureClass(AttemptRow attempt) {
    boolean isFailure = Machine.ofWireName(AttemptState.class, attempt.state()).isFailure();
    return isFailure && Machine.ofWireName(ReasonCode.class, attempt.reason()).isFailureClass()
        ? attempt.reason()
        : null;
  }

  private static AttemptDocument of(AttemptRow attempt, List<StepRow> steps) {
    return new AttemptDocument(
        attempt.attempt(),
        attempt.state(),
        Machine.wireName(attempt.phase()),
        attempt.reason(),
        attempt.message(),
        attempt.since(),
        attempt.queuedAt(),
        attempt.startedAt(),
        attempt.endedAt(),
        attempt.agent(),
        failureClass(attempt),
        attempt.evidence(),
        steps.stream()
            .filter(step -> step.attempt() == attempt.attempt())
            .map(StepDocument::of)
            .toList());
  }
}
