package dev.pawl.cli.faults;

import dev.pawl.cli.faults.ServerStoreReader.Moved;
import dev.pawl.cli.faults.ServerStoreReader.Outcome;
import dev.pawl.cli.faults.StepLedger.Line;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The data that [FaultVerifier] compares.
///
/// @param acknowledged the runs whose start was acknowledged
/// @param cancels the cancellations that were requested
/// @param runs the state of each run, by id
/// @param ledger the actions of the jobs
/// @param told the attempts in the store
/// @param disturbances the injected faults
record FaultEvidence(
    Map<String, RunVariant> acknowledged,
    Cancels cancels,
    Map<String, String> runs,
    List<Line> ledger,
    List<Outcome> told,
    List<Moved> moved,
    Logs logs,
    FaultLog disturbances) {

  /// Requested cancellations. One that was not acknowledged may have been executed.
  ///
  /// @param acknowledged the runs whose cancellation was acknowledged, forced or not
  /// @param graceful the runs for which a graceful cancellation was requested
  /// @param forced the runs for which a forced cancellation was requested
  record Cancels(Set<String> acknowledged, Set<String> graceful, Set<String> forced) {

    boolean isAskedFor(String run) {
      return graceful.contains(run) || forced.contains(run);
    }
  }

  /// Reads the server's logs.
  interface Logs {
    String of(Outcome outcome, int step);
  }
}
