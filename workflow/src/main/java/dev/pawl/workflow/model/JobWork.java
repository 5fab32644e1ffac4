package dev.pawl.workflow.model;

import dev.pawl.core.plan.JobPolicy;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.container.JobContainers;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.step.StepDefinition;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import dev.pawl.workflow.model.text.TemplateValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The work of a job: its steps, or a call of another workflow.
public sealed interface JobWork {

  /// Steps on an agent.
  ///
  /// @param env its own, not the workflow's
  /// @param defaults its own, not the workflow's
  /// @param steps at least one
  /// @param timeoutMinutes a number or an expression
  /// @param cancelTimeoutMinutes a number or an expression
  /// @param continueOnError a boolean or an expression
  /// @param gracePeriod between SIGTERM and SIGKILL
  /// @param policy what holds no expressions; the planner adds the rest
  record Steps(
      RunsOn runsOn,
      SequencedMap<String, TemplateText> env,
      RunSettings defaults,
      List<StepDefinition> steps,
      SequencedMap<String, TemplateText> outputs,
      Optional<TemplateText> timeoutMinutes,
      Optional<TemplateText> cancelTimeoutMinutes,
      Optional<TemplateText> continueOnError,
      Optional<DeploymentEnvironment> environment,
      JobContainers containers,
      Optional<Duration> gracePeriod,
      JobPolicy policy)
      implements JobWork {

    public Steps {
      env = TemplateTexts.copyOf(env);
      steps = List.copyOf(steps);
      outputs = TemplateTexts.copyOf(outputs);
    }
  }

  /// A call of a reusable workflow.
  ///
  /// @param workflow `./path`, or a workflow of another repository, which is not supported yet
  /// @param secrets those that are passed by name
  /// @param inheritsSecrets whether all secrets of the caller are passed instead
  /// @param target the called workflow; absent where it is not available or was not looked up
  record WorkflowCall(
      Position position,
      String workflow,
      SequencedMap<String, TemplateValue> with,
      SequencedMap<String, TemplateText> secrets,
      boolean inheritsSecrets,
      Optional<Workflow> target)
      implements JobWork {

    public WorkflowCall {
      with = new TemplateValue.MapValue(with).entries();
      secrets = TemplateTexts.copyOf(secrets);
    }

    public boolean isLocal() {
      return ActionReference.isPath(workflow);
    }
  }
}
