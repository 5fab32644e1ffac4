package dev.pawl.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.command.runs.RunIntervention;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Reruns;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tests of the store commands on a PostgreSQL database that servers share.
@SuppressWarnings("NullAway.Init") // before each test
class PostgresStoreCommandsTest {

  private final String url = TestPostgres.newSchema();
  private PostgresStore store;
  @TempDir private Path logs;

  @BeforeEach
  void aStore() {
    store = TestPostgres.open(url);
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
  }

  @AfterEach
  void noStore() {
    store.close();
  }

  /// Creates a run whose first job has just failed.
  private DrivenRun failed(Plan plan) {
    return failed(plan, Duration.ofMinutes(1));
  }

  private DrivenRun failed(Plan plan, Duration ago) {
    var run = new DrivenRun(store, new IdGenerator(InstantSource.system()).next());
    Duration sinceThen = Duration.between(run.now(), store.now());
    return run.after(sinceThen.minus(ago)).planned(plan).running().failed();
  }

  private CommandResult operate(String... arguments) {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("--store", url));
    return InProcessCommand.pawl(line.toArray(String[]::new));
  }

  /// Runs a command that pawl has printed.
  private static CommandResult copied(String command) throws IOException {
    String script = "pawl() { printf '%s\\n' \"$@\"; }; " + command;
    Process shell = new ProcessBuilder("sh", "-c", script).start();
    return InProcessCommand.pawl(shell.inputReader().lines().toArray(String[]::new));
  }

  /// The commands that the doctor recommends for each failed job.
  private List<List<String>> recommended() {
    List<List<String>> all = new ArrayList<>();
    for (JsonNode failed :
        JsonMapper.shared().readTree(operate("doctor", "--json").exits(0).out()).get("failed")) {
      List<String> commands = new ArrayList<>();
      failed.get("commands").forEach(command -> commands.add(command.asString()));
      all.add(commands);
    }
    return all;
  }

  private List<String> attempts(RunId run) {
    return store.queries().attempts(run).stream()
        .map((AttemptRow row) -> "%s/%d %s".formatted(row.jobId(), row.attempt(), row.state()))
        .toList();
  }

  private List<String> doneByMe(RunId run) {
    String me = "person:" + System.getProperty("user.name");
    return store.queries().transitions(run).stream()
        .filter(line -> line.actor().equals(me))
        .map(TransitionRow::event)
        .toList();
  }

  @Test
  void theDoctorsCommandRetriesAJob() throws IOException {
    DrivenRun run = failed(SamplePlans.sideBySide(2));
    List<String> commands = recommended().getFirst();
    assertThat(commands).hasSize(2);
    copied(commands.getFirst()).exits(0).says("job-0: attempt 2 is queued");
    assertThat(attempts(run.id())).contains("job-0/1 failed", "job-0/2 queued");
    assertThat(doneByMe(run.id())).containsExactly("ATTEMPT_MADE");
    assertThat(recommended()).isEmpty();
    operate("retry", "1").exits(3).complains("run #1 has no failed job");
    operate("retry", "1", "jub-0")
        .exits(2)
        .complains("its jobs are 'job-0' (The job-0), 'job-1' (The job-1)");
  }

  @Test
  void failedStepsHaveTheirPlaceInTheWorkflow() {
    DrivenRun run = failed(SamplePlans.sideBySide(1));

    assertThat(store.queries().steps(run.id()))
        .singleElement()
        .satisfies(step -> assertThat(step.source()).isEqualTo("ci.yaml:4:9"))
        .satisfies(step -> assertThat(step.tolerated()).isFalse());
    assertThat(store.queries().transitions(run.id(), 3).getFirst().seq()).isEqualTo(4);
  }

  @Test
  void theDoctorsCommandSkipsAJob() throws IOException {
    DrivenRun run = failed(SamplePlans.sideBySide(2));
    copied(recommended().getFirst().get(1)).exits(0).says("job-0 is skipped. Run #1 is running.");
    assertThat(attempts(run.id())).contains("job-0/2 skipped");
    operate("skip", "1", "job-1").exits(3).complains("cannot retry an attempt that is queued");
    operate("rerun", "1").exits(3).complains("run #1 is running");
    operate("doctor").exits(0).says("healthy");
  }

  @Test
  void theDoctorsCommandRerunsAnEndedRun() throws IOException {
    failed(SamplePlans.buildThenTest());
    operate("retry", "1", "build").exits(3).complains("Use `pawl rerun` to start another");
    List<String> commands = recommended().getFirst();
    copied(commands.getFirst()).exits(0).says("run #1, attempt 2, is queued");
    assertThat(recommended()).isEmpty();
    RunId second = store.queries().find("1").orElseThrow().id();
    assertThat(attempts(second)).containsExactly("build/1 queued", "test/1 pending");
    assertThat(doneByMe(second)).containsExactly("INTERVENED");
    DrivenRun.found(store, second.value()).running().failed();
    copied(commands.get(1)).exits(0).says("run #1, attempt 3, is queued");
    RunId third = store.queries().find("1").orElseThrow().id();
    assertThat(attempts(third)).containsExactly("build/1 skipped", "test/1 queued");
    operate("rerun", second.value()).exits(3).complains("has already been rerun");
    operate("rerun", "9").exits(2).complains("run '9' not found");
    operate("doctor", "--all").exits(0).says("healthy");
  }

  @Test
  void aSimultaneousRerunIsRejected() {
    failed(SamplePlans.buildThenTest());
    var intervention = new RunIntervention();
    new CommandLine(intervention).parseArgs("1", "--store", url);
    var all = new RerunCreation.Selection(new Reruns.Selection.All(), List.of());
    CommandResult second =
        InProcessCommand.captured(() ->
            performed(
                intervention,
                (run, actions) -> {
                  assertThat(actions.rerun(run, all)).isInstanceOf(Decision.Accepted.class);
                  return RunIntervention.report(actions.rerun(run, all), _ -> "accepted");
                }));
    second
        .exits(3)
        .complains("run #1 was not changed: it has already been rerun as ")
        .complains("which is queued. Run `pawl rerun 1` once that has ended.");
  }

  private static int performed(RunIntervention intervention, RunIntervention.Action action) {
    try {
      return intervention.perform(action, (_, _) -> -1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void wrongArgumentsNameTheirCommand() {
    operate("rerun", "1", "--failed", "--job", "a").exits(2).complains("`pawl rerun --help`");
  }

  @Test
  void logsOfServersArePruned() throws IOException {
    DrivenRun run = failed(SamplePlans.buildThenTest(), Duration.ofHours(1));
    Path log = Files.createDirectories(logs.resolve(run.id().value())).resolve("0");
    Files.writeString(log, "hello");
    operate("prune", "--keep-log-mib", "0").exits(2).complains("--logs DIR");
    operate("prune", "--keep-log-mib", "0", "--logs", logs.toString())
        .exits(0)
        .says("Deleted the logs of 1 run, 5 bytes");
    assertThat(logs).isEmptyDirectory();
  }

  @Test
  void prunedRunsLeaveARecord() {
    failed(SamplePlans.buildThenTest());
    failed(SamplePlans.buildThenTest());
    SampleCommits.delivered(
        store, store.pendingEffects(0, 100).stream().map(StoredEffect::id).toList());
    operate("prune", "--keep-runs", "1", "--dry-run").exits(0).says("1 run would be deleted");
    operate("prune", "--keep-runs", "1").exits(0).says("Deleted 1 run");
    operate("rerun", "1").exits(2).complains("run #1").complains("was pruned");
    operate("doctor", "--all").exits(0).says("healthy");
  }
}
