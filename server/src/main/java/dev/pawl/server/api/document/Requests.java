package dev.pawl.server.api.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The bodies of small requests.
public final class Requests {

  /// To cancel a run or a job.
  ///
  /// @param force whether to kill at once, without hooks
  public record CancelRequest(boolean force) {}

  /// To approve or reject.
  ///
  /// @param message for the journal; null for none
  public record ReviewRequest(@Nullable String message) {}

  /// To run an ended run again.
  ///
  /// @param failed whether to run again only what did not succeed, and what depends on it
  /// @param job to run again only this job, and what depends on it; null for all
  /// @param skip jobs that are skipped; null for none
  public record RerunRequest(boolean failed, @Nullable String job, @Nullable List<String> skip) {}

  /// The run and the job that a request was accepted for.
  ///
  /// @param id of the run
  /// @param job null if it was about the whole run
  public record AcceptedDocument(String id, @Nullable String job) {}

  /// A run that was created.
  ///
  /// @param warnings about its workflow
  public record CreatedRunDocument(String id, long number, int attempt, List<String> warnings) {
    public CreatedRunDocument {
      warnings = List.copyOf(warnings);
    }
  }

  /// One transition of a journal.
  public record TransitionDocument(
      long seq,
      java.time.Instant at,
      String machine,
      String entity,
      String from,
      String event,
      String to,
      String reason,
      String message,
      String actor) {}

  private Requests() {}
}
