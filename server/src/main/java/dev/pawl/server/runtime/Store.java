package dev.pawl.server.runtime;

import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.util.List;
import java.util.Optional;

/// Where everything durable is. All or nothing: a commit that returns is on disk, one that throws
/// has changed nothing.
public interface Store extends AutoCloseable {

  /// Makes the changes durable in one transaction, and forgets the effects that have been
  /// delivered.
  ///
  /// @throws StoreFailure if it could not
  void commit(List<Change> changes, List<DeliveredEffects> delivered);

  /// The run, as the journal tells it.
  Optional<Run> run(RunId id);

  /// Forgets what a run still wanted to tell agents that are gone for good.
  void forgetEffects(RunId run);

  /// A number for a new run. Numbers rise; one may be left out.
  long nextRunNumber();

  @Override
  void close();

  /// The effects of one decision, all delivered.
  record DeliveredEffects(RunId run, long version) {}
}
