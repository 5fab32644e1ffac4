package dev.pawl.cli.view;

import dev.pawl.core.run.Job;

/// Formats the names of jobs for people.
final class JobDisplayName {

  /// The job's name, with the attempt's number from the second on.
  static String format(Job job) {
    return format(job, job.attempt().number());
  }

  static String format(Job job, int attempt) {
    String name = job.planned().name();
    return attempt == 1 ? name : name + " (attempt " + attempt + ")";
  }

  private JobDisplayName() {}
}
