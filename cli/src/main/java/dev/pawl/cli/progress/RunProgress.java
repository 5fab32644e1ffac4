package dev.pawl.cli.progress;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run with its jobs, as views show it. An update costs as much as it changes, however many jobs
/// the run has. Used by one thread at a time.
public final class RunProgress {

  /// The jobs by index.
  private final List<JobSnapshot> jobs = new ArrayList<>();

  private final Map<AttemptRef, Instant> startedAt = new HashMap<>();

  /// The indices in the order in which the jobs are shown; empty if it is to be computed.
  private List<Integer> order = List.of();

  private RunHeader run;
  private int done;

  public RunProgress(ProgressUpdate first) {
    run = first.run();
    apply(first);
  }

  public void apply(ProgressUpdate update) {
    run = update.run();
    for (ProgressEvent event : update.events()) {
      if (event instanceof ProgressEvent.JobTransition moved
          && moved.state() == AttemptState.RUNNING) {
        startedAt.putIfAbsent(moved.attempt(), moved.at());
      }
    }
    update.jobs().forEach(this::put);
  }

  /// Adds or replaces a job. Jobs are added in the order of their indices.
  private void put(JobSnapshot job) {
    job.startedAt().ifPresent(at -> startedAt.putIfAbsent(job.ref(), at));
    if (job.index() == jobs.size()) {
      jobs.add(job);
      order = List.of();
    } else {
      JobSnapshot before = jobs.set(job.index(), job);
      done -= before.isOver() ? 1 : 0;
      order = before.id().equals(job.id()) ? order : List.of();
    }
    done += job.isOver() ? 1 : 0;
  }

  public RunHeader run() {
    return run;
  }

  /// Whether the update belongs to this attempt of the run.
  public boolean isOf(ProgressUpdate update) {
    return run.id().equals(update.run().id());
  }

  /// The jobs in the order in which they are shown.
  public List<JobSnapshot> jobs() {
    if (order.size() != jobs.size()) {
      order =
          JobOrder.sorted(jobs, JobSnapshot::id, JobSnapshot::index).stream()
              .map(JobSnapshot::index)
              .toList();
    }
    return order.stream().map(jobs::get).toList();
  }

  public JobSnapshot job(int index) {
    return jobs.get(index);
  }

  /// The number of jobs that have ended.
  public int done() {
    return done;
  }

  public int size() {
    return jobs.size();
  }

  /// The duration of a job's current attempt, so far or in total.
  public Optional<Duration> span(JobSnapshot job, Instant now) {
    return span(job.ref(), job.endedAt().orElse(now));
  }

  /// The duration of an attempt until a time.
  public Optional<Duration> span(AttemptRef attempt, Instant until) {
    return Optional.ofNullable(startedAt.get(attempt)).map(start -> Duration.between(start, until));
  }
}
