package dev.pawl.server.agents;

import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.SequencedMap;

/// Provides the secrets of jobs. They are asked for when a job is dispatched, and are in no plan
/// and no store.
public interface SecretSource {

  /// No secrets.
  SecretSource NONE = (_, _) -> OrderedMaps.empty();

  /// The secrets that a job may see, by name; they may depend on its environment. Called by the
  /// loop, so it must not block.
  SequencedMap<String, String> of(Run run, Job job);
}
