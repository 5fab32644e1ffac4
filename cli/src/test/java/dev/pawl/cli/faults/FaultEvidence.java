package dev.pawl.cli.faults;

import dev.pawl.cli.faults.ServerStoreReader.Moved;
import dev.pawl.cli.faults.ServerStoreReader.Outcome;
import dev.pawl.cli.faults.StepLedger.Line;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All that a verdict is made of.
///
/// @param acknowledged the runs that somebody was told of
/// @param asked the cancels that were asked for
/// @param runs how each stands, by its id
/// @param ledger what jobs did
/// @param told what the store says that they did
/// @param disturbances what was done to the agents meanwhile
record FaultEvidence(
    Map<String, RunVariant> acknowledged,
    Cancels asked,
    Map<String, String> runs,
    List<Line> ledger,
    List<Outcome> told,
    List<Moved> moved,
    Logs logs,
    FaultLog disturbances) {

  /// One that was not acknowledged may have been heard all the same.
  ///
  /// @param acknowledged the runs whose cancel was acknowledged, by force or not
  /// @param graceful those that somebody has tried to cancel gracefully
  /// @param forced those that somebody has tried to cancel by force
  record Cancels(Set<String> acknowledged, Set<String> graceful, Set<String> forced) {

    boolean isAskedFor(String run) {
      return graceful.contains(run) || forced.contains(run);
    }
  }

  /// The logs that the server has.
  interface Logs {
    String of(Outcome outcome, int step);
  }
}
