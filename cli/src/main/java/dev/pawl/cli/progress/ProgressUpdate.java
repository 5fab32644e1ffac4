package dev.pawl.cli.progress;

import java.util.List;

/// A change of a run, as views show it.
///
/// @param jobs the jobs that have changed, as they are now
/// @param events the events in their order
public record ProgressUpdate(RunHeader run, List<JobSnapshot> jobs, List<ProgressEvent> events) {

  public ProgressUpdate {
    jobs = List.copyOf(jobs);
    events = List.copyOf(events);
  }
}
