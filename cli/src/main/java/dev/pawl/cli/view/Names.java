package dev.pawl.cli.view;

import dev.pawl.core.run.Job;

/// What people call jobs.
final class Names {

  /// The job, with the number of its attempt from the second on.
  static String of(Job job) {
    return of(job, job.attempt().number());
  }

  static String of(Job job, int attempt) {
    String name = job.planned().name();
    return attempt == 1 ? name : name + " (attempt " + attempt + ")";
  }

  private Names() {}
}
