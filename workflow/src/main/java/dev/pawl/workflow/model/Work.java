package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// What a job is made of.
public sealed interface Work {

  /// Steps on an agent.
  ///
  /// @param env its own, not the workflow's
  /// @param defaults its own, not the workflow's
  /// @param steps at least one
  /// @param timeoutMinutes a number or an expression
  /// @param cancelTimeoutMinutes a number or an expression
  /// @param continueOnError a boolean or an expression
  record Steps(
      RunsOn runsOn,
      SequencedMap<String, Text> env,
      RunSettings defaults,
      List<Step> steps,
      SequencedMap<String, Text> outputs,
      Optional<Text> timeoutMinutes,
      Optional<Text> cancelTimeoutMinutes,
      Optional<Text> continueOnError,
      Optional<Environment> environment,
      Containers containers,
      JobRules rules)
      implements Work {

    public Steps {
      env = Texts.copyOf(env);
      steps = List.copyOf(steps);
      outputs = Texts.copyOf(outputs);
    }
  }

  /// A call of a reusable workflow.
  ///
  /// @param workflow `./path`, or one elsewhere, which cannot be had yet
  /// @param secrets those that are passed one by one
  /// @param inheritsSecrets whether all of the caller's are passed instead
  /// @param called the workflow; absent where it cannot be had, or where nobody looked
  record Calls(
      Position position,
      String workflow,
      SequencedMap<String, Data> with,
      SequencedMap<String, Text> secrets,
      boolean inheritsSecrets,
      Optional<Workflow> called)
      implements Work {

    public Calls {
      with = new Data.Entries(with).entries();
      secrets = Texts.copyOf(secrets);
    }

    public boolean isLocal() {
      return ActionReference.isPath(workflow);
    }
  }
}
