package dev.pawl.core.why;

import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;

/// The event that happens when a state passes its deadline: the last column of the design's table.
final class DeadlineEvents {

  static String of(Run run) {
    return switch (run.state()) {
      case CREATED, PLANNING -> "PLAN_FAIL";
      case HELD -> run.isApproved() ? "APPROVE" : "EXPIRE";
      case WAITING -> "TIMER_DONE";
      case RUNNING, RECOVERING -> "CANCEL_GRACEFUL";
      case QUEUED, CANCELLING, PLAN_FAILED -> "";
      case SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> "";
    };
  }

  static String of(Job job) {
    return switch (job.attempt().state()) {
      case HELD -> isApproved(job) ? "APPROVE" : "EXPIRE";
      case WAITING -> "TIMER_DONE";
      case QUEUED, STARTING, UPLOADING -> "FAIL";
      case LEASED -> "REQUEUE";
      case RUNNING -> "TIME_OUT";
      case RECOVERING -> "LOSE";
      case CANCELLING -> "CANCEL_FORCE";
      case PENDING, SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> "";
    };
  }

  private static boolean isApproved(Job job) {
    return job.planned()
        .policy()
        .approval()
        .map(job.protection().approvals()::isEnough)
        .orElse(true);
  }

  private DeadlineEvents() {}
}
