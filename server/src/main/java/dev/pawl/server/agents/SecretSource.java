package dev.pawl.server.agents;

import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.SequencedMap;

/// Whoever keeps secrets. They are asked for when a job is sent to its agent, and are in no plan
/// and no store.
public interface SecretSource {

  /// Nobody keeps any.
  SecretSource NONE = (_, _) -> OrderedMaps.empty();

  /// What the workflow's own jobs may see, by name, if they are this one: its environment counts.
  /// Called by the loop, so it must not block.
  SequencedMap<String, String> of(Run run, Job job);
}
