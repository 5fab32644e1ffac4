package dev.pawl.core.plan;

import dev.pawl.core.lifecycle.AttemptState;
import java.util.List;

/// Under which results of its needs a job runs: `if`, as data, so that a plan can be stored and
/// replayed.
public sealed interface Condition {

  /// `success()`: every need went well, and nothing before them failed or was cancelled. What a job
  /// without `if` has.
  record Success() implements Condition {}

  /// `failure()`: a need failed, or something before it did.
  record Failure() implements Condition {}

  /// `always()`: the results do not matter.
  record Always() implements Condition {}

  /// `cancelled()`: the run is being cancelled; its jobs are cancelled then, so this never runs
  /// one.
  record Cancelled() implements Condition {}

  /// What planning could evaluate, with what it was evaluated from.
  record Known(boolean holds, String text) implements Condition {}

  /// `needs.JOB.result == 'RESULT'`.
  record NeedIs(int need, AttemptState result) implements Condition {}

  /// `needs.JOB.outputs.NAME == 'VALUE'`.
  record OutputIs(int need, String name, String value) implements Condition {}

  /// `!`
  record Not(Condition condition) implements Condition {}

  /// `&&`
  record All(List<Condition> conditions) implements Condition {
    public All {
      conditions = List.copyOf(conditions);
    }
  }

  /// `||`
  record Any(List<Condition> conditions) implements Condition {
    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  Condition SUCCESS = new Success();
  Condition ALWAYS = new Always();
}
