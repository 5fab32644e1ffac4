package dev.pawl.cli.view;

import dev.pawl.core.run.Job;

/// What people call jobs.
final class JobDisplayName {

  /// The job, with the number of its attempt from the second on.
  static String format(Job job) {
    return format(job, job.attempt().number());
  }

  static String format(Job job, int attempt) {
    String name = job.planned().name();
    return attempt == 1 ? name : name + " (attempt " + attempt + ")";
  }

  private JobDisplayName() {}
}
