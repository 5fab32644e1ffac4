package dev.pawl.server.runtime;

import dev.pawl.core.plan.Ordered;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.SequencedMap;

/// Whoever keeps secrets. They are asked for when a job is sent to its agent, and are in no plan
/// and no store.
public interface Secrets {

  /// Nobody keeps any.
  Secrets NONE = (_, _) -> Ordered.empty();

  /// What the workflow's own jobs may see, by name, if they are this one: its environment counts.
  /// Called by the loop, so it must not block.
  SequencedMap<String, String> of(Run run, Job job);
}
