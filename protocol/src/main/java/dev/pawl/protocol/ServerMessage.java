package dev.pawl.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the server says.
public sealed interface ServerMessage extends Message {

  /// You are known.
  record RegisterAck(String agentId, int heartbeatSeconds, String serverTime)
      implements ServerMessage {}

  /// Execute this attempt.
  ///
  /// @param hookTimeoutSeconds how long all hooks together may take
  /// @param group the command that prints the job's group; null if the group is known, or none
  record JobDispatch(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      int leaseNumber,
      long leaseTtlSeconds,
      int heartbeatSeconds,
      long maxRuntimeSeconds,
      long gracePeriodMillis,
      long hookTimeoutSeconds,
      @Nullable String group,
      Job job)
      implements ServerMessage {}

  /// What is to be executed. All texts may hold expressions, which the agent evaluates: only there
  /// is known what the steps have made, and only there may a secret be.
  ///
  /// @param env the workflow's, then the job's own, which may refer to what stands in the former
  /// @param actions the composite actions that some of the steps belong to
  /// @param outputs what the job hands on, by name
  /// @param contexts `github` `needs` `strategy` `matrix` `inputs` `vars`, as the text of one JSON
  ///   object: neither side of the wire has to know the other's values
  /// @param secrets by name; never in a plan, a journal or a log
  /// @param hooks around its steps, and after the last of them
  /// @param environment where it deploys to; null if nowhere
  /// @param runEnd what the run came to, whose hooks this job executes, all of them and in this
  ///   order; null for any other job
  record Job(
      String name,
      List<Map<String, String>> env,
      List<Step> steps,
      List<Action> actions,
      Map<String, String> outputs,
      String contexts,
      Map<String, String> secrets,
      Rules rules,
      List<Hook> hooks,
      @Nullable String environment,
      @Nullable RunEnd runEnd) {

    /// One without hooks, which deploys nowhere.
    public Job(
        String name,
        List<Map<String, String>> env,
        List<Step> steps,
        List<Action> actions,
        Map<String, String> outputs,
        String contexts,
        Map<String, String> secrets,
        Rules rules) {
      this(name, env, steps, actions, outputs, contexts, secrets, rules, List.of(), null, null);
    }

    /// Nothing of a secret is ever printed.
    @Override
    public String toString() {
      return "Job[%s, %d steps]".formatted(name, steps.size());
    }
  }

  /// How a run ended.
  ///
  /// @param outcome `success` `failed` `timed_out` `cancelled`
  record RunEnd(String outcome, String reason) {}

  /// A script that observes how a step or a job ended.
  ///
  /// @param type as that of a step's status
  /// @param run may hold expressions
  /// @param timeoutMillis how long it may take
  record Hook(String type, String run, long timeoutMillis) {}

  /// By what a failure is classified before the agent's own rules: the workflow's first.
  record Rules(List<Rule> workflow, List<Rule> server) {
    public static final Rules NONE = new Rules(List.of(), List.of());
  }

  /// One of them. Of each kind of condition that is there one has to fit.
  ///
  /// @param code the class of a failure that it fits
  /// @param signals without `SIG`
  /// @param endedBy as a step's status says it
  /// @param log a regular expression that is found in some line; empty for none
  record Rule(
      String name,
      String code,
      List<Integer> exitCodes,
      List<String> signals,
      List<String> endedBy,
      String log) {}

  /// One step of it.
  ///
  /// @param id by which others refer to it; empty if it has none
  /// @param uses `checkout` for the one that is built in; any other is not to be had, and fails;
  ///   empty for a script
  /// @param run the script; where it uses something that is not to be had, why not
  /// @param shell empty, `bash`, `sh`, `python`, or a command with `{0}` for the script's file
  /// @param workingDirectory relative to the workspace, empty for the workspace itself
  /// @param with the inputs of what it uses
  /// @param condition an expression without its braces; empty for `success()`
  /// @param continueOnError `true`, `false`, or an expression in braces
  /// @param timeoutMinutes a number, or an expression in braces; empty for none
  /// @param action the index of the composite action that it belongs to, [#NO_ACTION] for none
  /// @param source where the step stands in the workflow's file
  record Step(
      String id,
      String name,
      String uses,
      String run,
      String shell,
      String workingDirectory,
      Map<String, String> with,
      Map<String, String> env,
      String condition,
      String continueOnError,
      String timeoutMinutes,
      int action,
      String source,
      StepPolicy policy) {

    public static final int NO_ACTION = -1;
  }

  /// What a step asks for beyond being executed.
  ///
  /// @param expectedExitCodes by which it succeeds
  /// @param tool what it depends on; null for nothing
  /// @param hooks its own, after it
  record StepPolicy(
      List<Integer> expectedExitCodes, Retry retry, @Nullable Tool tool, List<Hook> hooks) {

    public static final StepPolicy PLAIN = new StepPolicy(List.of(0), Retry.NEVER, null, List.of());
  }

  /// When a step that failed is tried again in place.
  ///
  /// @param max how often, at the most
  /// @param exitCodes after which; with `log` empty too, after any
  /// @param log a regular expression that is found in some line of its log; empty for none
  /// @param initialMillis how long the first wait is, about
  /// @param factor by which each further wait is longer
  /// @param mostMillis no wait is longer
  record Retry(
      int max,
      List<Integer> exitCodes,
      String log,
      long initialMillis,
      double factor,
      long mostMillis) {

    public static final Retry NEVER = new Retry(0, List.of(), "", 0, 1, 0);
  }

  /// A tool whose breaker is asked before the step starts.
  ///
  /// @param isWaitedFor whether the step waits while it cannot be had, instead of failing
  record Tool(String name, @JsonProperty("waits") boolean isWaitedFor) {}

  /// A step that is a composite action: its own steps follow one another, and see its inputs and
  /// one another's outputs, not those of the job.
  ///
  /// @param parent the index of the action whose step it is itself, [Step#NO_ACTION] for the job
  /// @param id by which others refer to it; empty if it has none
  /// @param path where the action is, relative to the workspace
  /// @param inputs evaluated where the step stands
  /// @param outputs evaluated when its last step is over
  /// @param condition as that of a step; where it does not hold, none of its steps runs
  /// @param continueOnError as that of a step
  /// @param timeoutMinutes as that of a step, for all of its steps together
  /// @param source where the step stands
  record Action(
      int parent,
      String id,
      String name,
      String path,
      Map<String, String> inputs,
      Map<String, String> outputs,
      Map<String, String> env,
      String condition,
      String continueOnError,
      String timeoutMinutes,
      String source) {}

  /// Everything of this lease up to `seq` is durable.
  record Ack(String leaseId, long seq) implements ServerMessage {}

  /// Something is missing; send again from `from`.
  record Resend(String leaseId, long from) implements ServerMessage {}

  /// The lease lives on.
  ///
  /// @param beat that of the heartbeat which this answers
  /// @param cancelRequested whether the job is to stop: a [JobCancel] may have been lost
  /// @param force whether at once
  /// @param deadlineSeconds by when, as in [JobCancel]; 0 without one
  record JobHeartbeatAck(
      String leaseId,
      long beat,
      long leaseTtlSeconds,
      boolean cancelRequested,
      boolean force,
      long deadlineSeconds)
      implements ServerMessage {}

  /// Whether the job may go on as a member of its group.
  ///
  /// @param action `proceed`; `wait` and `cancel` release the agent
  record JobConcurrencyAck(String leaseId, String action, String reason) implements ServerMessage {}

  /// Whether the step may use the tool.
  ///
  /// @param retryAfterSeconds how long it will not, if it may not now
  record BreakerAnswer(
      String leaseId, int stepIndex, String tool, boolean allowed, long retryAfterSeconds)
      implements ServerMessage {}

  /// Everything of this step's log up to `offset` is durable.
  record LogAck(String leaseId, int stepIndex, long offset) implements ServerMessage {}

  /// Stop the job: gracefully within the bound, or at once.
  record JobCancel(String leaseId, boolean force, String reason, long deadlineSeconds)
      implements ServerMessage {}

  /// The result is durable; forget the lease.
  record JobCompleteAck(String leaseId, boolean accepted) implements ServerMessage {}

  /// That lease is over: stop the job, report nothing.
  ///
  /// @param reason `expired` `revoked` `unknown`
  /// @param hooks `run` to clean up, `none` after a force
  record LeaseStale(String leaseId, String reason, String hooks) implements ServerMessage {}
}
