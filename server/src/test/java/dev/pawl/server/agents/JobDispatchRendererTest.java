package dev.pawl.server.agents;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.expression.value.Value;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.ScriptedAgent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// A dispatch holds the job's texts as they are, what their expressions see, and the secrets that
/// the job may see.
class JobDispatchRendererTest {

  private static SequencedMap<String, String> map(String... pairs) {
    SequencedMap<String, String> map = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      map.put(pairs[at], pairs[at + 1]);
    }
    return OrderedMaps.copyOf(map);
  }

  private static Value.Dict dict(String json) {
    return (Value.Dict) Value.parseJson(json);
  }

  private static PlannedStep step(StepAction task, int action) {
    return new PlannedStep(
        "s",
        "a step",
        task,
        map("ref", "${{ github.ref }}"),
        map("E", "${{ env.F }}"),
        "failure()",
        "${{ matrix.odd }}",
        "5",
        action,
        "ci.yml:3:9",
        StepPolicy.PLAIN);
  }

  private static final PlannedAction ACTION =
      new PlannedAction(
          PlannedAction.NONE,
          "act",
          "An action",
          "./act",
          map("in", "1"),
          map("out", "2"),
          map("E", "3"),
          "always()",
          "true",
          "4",
          "ci.yml:9:9");

  private static PlannedJob job(
      String id, List<Integer> needs, List<String> sees, int scope, JobBody body) {
    var matrix = new MatrixPolicy(id.replace(" (eu)", ""), false, 2);
    boolean isCell = id.endsWith(")");
    JobPolicy plain = JobPolicy.PLAIN;
    return new PlannedJob(
        id,
        id,
        needs,
        sees,
        scope,
        List.of("linux"),
        body,
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "",
        new JobPolicy(
            plain.condition(),
            plain.continueOnError(),
            plain.retry(),
            plain.approval(),
            plain.delay(),
            plain.group(),
            plain.priority(),
            plain.hooks(),
            plain.environment(),
            isCell ? Optional.of(matrix) : Optional.empty()),
        isCell
            ? Optional.of(new MatrixCell("eu", dict("{\"at\":\"eu\"}"), 0, 3))
            : Optional.empty(),
        Optional.empty());
  }

  private static Plan plan() {
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    inputs.put(
        "image",
        new WorkflowScope.Input.Open(
            WorkflowScope.InputType.STRING, "${{ needs.build.outputs.id }}"));
    var call =
        new WorkflowScope(
            WorkflowScope.WORKFLOW,
            "deploy",
            "deploy",
            List.of("build"),
            Condition.SUCCESS,
            inputs,
            OrderedMaps.empty(),
            new WorkflowScope.PassedSecrets(
                false, map("key", "${{ secrets.PROD }}-${{ needs.build.outputs.id }}")),
            Optional.empty(),
            Optional.empty());
    var steps =
        List.of(
            step(new StepAction.Checkout(), PlannedAction.NONE),
            step(new StepAction.Script("make", "bash", "sub"), 0),
            step(new StepAction.Unavailable("docker://x", "no containers"), PlannedAction.NONE));
    var body =
        new JobBody(
            List.of(map("A", "${{ vars.A }}"), map("B", "b")),
            steps,
            List.of(ACTION),
            map("o", "${{ steps.s.outputs.o }}"));
    return new Plan(
        "ci",
        List.of(
            job("build", List.of(), List.of(), WorkflowScope.WORKFLOW, JobBody.of(List.of())),
            job("deploy / roll (eu)", List.of(0), List.of(), 1, body),
            job("after", List.of(0), List.of("build"), WorkflowScope.WORKFLOW, body)),
        RunPolicy.PLAIN,
        new PlanContexts(dict("{\"ref\":\"main\"}"), dict("{\"top\":1}"), dict("{\"A\":\"a\"}")),
        List.of(WorkflowScope.OF_WORKFLOW, call));
  }

  /// Those of the two jobs behind the first.
  private static List<JobDispatch> sent() {
    var cluster =
        new OrchestratorCluster().keeping((run, job) -> map("PROD", "s3cret", "OTHER", "x"));
    OrchestratorNode node = cluster.node("o1");
    ScriptedAgent agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", plan());
    JobDispatch build = agent.dispatch();
    var complete =
        new AgentMessage.JobComplete(
            build.leaseId(), "r1", "build", 1, 3, "success", 0, "ok", "", null, Map.of("id", "v1"));
    node.hears(agent, ack(build, 1), start(build, 2), complete);
    return agent.dispatches().subList(1, 3);
  }

  private static Value context(JobDispatch dispatch, String name) {
    return dict(dispatch.inputs().contexts()).fields().getOrDefault(name, Value.Null.NULL);
  }

  @Test
  void theJobIsSentAsItWasPlanned() {
    JobDispatch dispatch = sent().getFirst();
    PlannedJob planned = plan().job(1);
    assertThat(dispatch.jobId()).isEqualTo(planned.id());
    assertThat(dispatch.job().body()).isEqualTo(planned.body());
    assertThat(dispatch.job().policy()).isEqualTo(planned.policy());
    assertThat(dispatch.job().steps())
        .extracting(PlannedStep::compositeAction)
        .containsExactly(-1, 0, -1);
    assertThat(dispatch.job().needs()).isEmpty();
  }

  @Test
  void aCalledJobSeesItsInputsAndNothingOfItsCallersNeeds() {
    JobDispatch called = sent().getFirst();
    assertThat(context(called, "inputs").json()).isEqualTo("{\"image\":\"v1\"}");
    assertThat(context(called, "needs").json()).isEqualTo("{}");
    assertThat(context(called, "matrix").json()).isEqualTo("{\"at\":\"eu\"}");
    assertThat(context(called, "strategy").json())
        .isEqualTo("{\"fail-fast\":false,\"job-index\":0,\"job-total\":3,\"max-parallel\":2}");
    assertThat(context(called, "github").json())
        .isEqualTo(
            "{\"ref\":\"main\",\"run_id\":\"r1\",\"run_number\":\"1\",\"run_attempt\":\"1\","
                + "\"job\":\"roll\"}");
  }

  @Test
  void aJobSeesItsNeedsAndTheInputsOfTheRun() {
    JobDispatch after = sent().getLast();
    assertThat(context(after, "needs").json())
        .isEqualTo("{\"build\":{\"result\":\"success\",\"outputs\":{\"id\":\"v1\"}}}");
    assertThat(context(after, "inputs").json()).isEqualTo("{\"top\":1}");
    assertThat(context(after, "vars").json()).isEqualTo("{\"A\":\"a\"}");
    assertThat(context(after, "matrix")).isEqualTo(Value.Null.NULL);
  }

  @Test
  void aCalledJobSeesTheSecretsThatItIsPassed() {
    assertThat(sent().getFirst().inputs().secrets()).containsExactly(entry("key", "s3cret-v1"));
    assertThat(sent().getLast().inputs().secrets())
        .containsExactly(entry("PROD", "s3cret"), entry("OTHER", "x"));
  }

  @Test
  void whatIsSentComesThroughTheWire() {
    JobDispatch dispatch = sent().getFirst();
    assertThat(MessageCodec.decode(MessageCodec.encode(dispatch))).contains(dispatch);
  }
}
