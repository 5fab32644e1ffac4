package dev.pawl.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.git.TestRepository;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {

  private static final String JOBS =
      """
      jobs:
        build: { runs-on: linux, steps: [ { run: 'true' } ] }
        test: { runs-on: linux, needs: build, steps: [ { run: 'true' } ] }
        other: { runs-on: linux, steps: [ { run: 'true' } ] }
      """;

  private static final String DISPATCHED =
      """
      on:
        push: { branches: [release] }
        workflow_dispatch:
          inputs:
            level: { type: choice, options: [low, high], required: true }
      """
          + JOBS;

  @TempDir Path directory;

  private TestRepository repository = new TestRepository(Path.of(""));

  @BeforeEach
  void provide() {
    repository = TestRepository.in(directory);
    repository.write(
        ".github/workflows/ci.yml", "name: CI\non:\n  push: { branches: [main] }\n" + JOBS);
    repository.write(
        ".github/workflows/docs.yml",
        "name: Docs\non:\n  push: { paths: ['docs/**'] }\n  pull_request: { paths: ['docs/**'] }\n"
            + JOBS);
    repository.commit("src/a.c", "docs/a.md");
  }

  private CommandResult plan(String... arguments) {
    List<String> all = new ArrayList<>(List.of("plan", "-C", directory.toString()));
    all.addAll(List.of(arguments));
    return InProcessCommand.pawl(all.toArray(String[]::new));
  }

  @Test
  void aValueBeyondTheLimitsIsAWarning() {
    repository.write(
        "long.yml",
        "on: push\njobs: { a: { runs-on: x, grace-period: 2d, steps: [ { run: 'true' } ] } }");
    String warning = "job 'a' asks for a grace period of 2d; the operator's limit is 10m";
    plan(file("long.yml")).exits(0).says("warning: " + warning);
    plan(file("long.yml"), "--json").exits(0).says("\"warnings\" : [ \"" + warning + "\" ]");
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void workflowsOfAPush() {
    repository.commit("src/b.c");

    CommandResult ended = plan().exits(0);

    ended
        .says("CI (.github/workflows/ci.yml) runs\n")
        .says("  push to main: main matches branches: main\n")
        .says("· build")
        .says("· test")
        .says("after build")
        .says("Docs (.github/workflows/docs.yml) does not run\n")
        .says("  push to main: no changed file (src/b.c) matches paths: docs/**\n")
        .says("changed files: those of the last commit");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void aWorkflowWithoutEventsStartsManually() {
    repository.write("none.yml", JOBS);
    repository.write("empty.yml", "on: []\n" + JOBS);

    plan(file("none.yml")).exits(0).says("· build");
    plan(file("empty.yml")).exits(0).says("· build");
  }

  @Test
  void uncommittedChangesCount() {
    repository.commit("src/b.c");
    repository.write("docs/new.md", "x");

    plan()
        .exits(0)
        .says("changed docs/new.md matches paths: docs/**")
        .says("plus uncommitted changes");
  }

  @Test
  void workflowsOfAPullRequest() {
    repository.git("checkout", "--quiet", "-b", "feature");
    repository.commit("docs/b.md");
    repository.commit("src/b.c");

    plan("--event", "pull_request")
        .exits(0)
        .says("the workflow starts on push, not on pull_request")
        .says("pull_request into main: changed docs/b.md matches paths: docs/**")
        .says("changed files: those since main (");
    plan("--event", "pull_request.closed").exits(0).says("closed does not match the default types");
  }

  @Test
  void changedFilesOption() {
    plan("--changed", "src/x", "--changed", "docs/x")
        .exits(0)
        .says("changed docs/x matches paths: docs/**")
        .says("changed files: as given by --changed");
    plan("--changed", "src/x").exits(0).says("no changed file (src/x) matches paths: docs/**");
  }

  @Test
  void filtersDoNotApplyToANamedWorkflow() {
    repository.git("checkout", "--quiet", "-b", "feature");

    plan(file(".github/workflows/ci.yml"))
        .exits(0)
        .says("runs\n  started by hand; treated as a push to feature\n");
    plan(file(".github/workflows/ci.yml"), "--event", "push")
        .exits(0)
        .says("does not run\n  push to feature: feature does not match branches: main\n");
    plan(file(".github/workflows/docs.yml"), "--changed", "src/x")
        .exits(0)
        .says("does not run\n  push to feature: no changed file");
  }

  @Test
  void inputs() {
    repository.write("by-hand.yml", DISPATCHED);

    plan(file("by-hand.yml"), "--input", "level=high")
        .exits(0)
        .says("started by hand; treated as workflow_dispatch");
    plan(file("by-hand.yml")).exits(2).complains("pawl: input `level` is required");
    plan(file("by-hand.yml"), "--input", "level=hihg", "--input", "x=1")
        .exits(2)
        .complains("input `level` must be one of low, high, not `hihg`; did you mean `high`?")
        .complains("pawl: unknown input `x`");
  }

  @Test
  void aDefaultThatIsComputed() {
    repository.write(
        "called.yml",
        """
        on:
          workflow_call:
            inputs: { where: { type: string, default: "at ${{ github.ref_name }}" } }
        jobs:
          a: { name: "Build ${{ inputs.where }}", runs-on: linux, steps: [{ run: x }] }
        """);

    plan(file("called.yml"), "--event", "workflow_call").exits(0).says("Build at main");
  }

  @Test
  void aPayload() {
    repository.write("by-hand.yml", DISPATCHED);
    repository.write("hand.json", "{\"inputs\": {\"level\": \"low\"}}");
    repository.write("push.json", "{\"ref\": \"refs/heads/release\"}");

    plan(file("by-hand.yml"), "--event", "workflow_dispatch", "--payload", file("hand.json"))
        .exits(0);
    plan(file("by-hand.yml"), "--event", "push", "--payload", file("push.json"))
        .exits(0)
        .says("push to release: release matches branches: release");
  }

  @Test
  void oneJobAndWhatItNeeds() {
    CommandResult ended =
        plan(file(".github/workflows/ci.yml"), "--job", "TEST")
            .exits(0)
            .says("· build")
            .says("· test");

    assertThat(ended.out()).doesNotContain("· other");
    plan(file(".github/workflows/ci.yml"), "--job", "tset")
        .exits(2)
        .complains("job 'tset' not found in")
        .complains("its jobs are 'build', 'test', 'other'.");
    plan(file(".github/workflows/ci.yml"), "--job", "te").exits(0).says("· test");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          test            | Compile; Test a on 1; Test b on 1
          test (1, b)     | Compile; Test b on 1
          TEST B ON 1     | Compile; Test b on 1
          test b          | Compile; Test b on 1
          Compile         | Compile
          called / inn    | called / inner
          called / inner  | called / inner
          """)
  void aJobIsSelectedByIdNameOrPrefix(String job, String planned) {
    repository.write("called.yml", "on: workflow_call\n" + JOBS.replace("other", "inner"));
    repository.write(
        "w.yml",
        """
        on: push
        jobs:
          build: { name: Compile, %1$s }
          test:
            name: Test ${{ matrix.b }} on ${{ matrix.a }}
            needs: build
            strategy: { matrix: { a: [1], b: [a, b] } }
            runs-on: linux
            steps: [ { run: 'true' } ]
          called: { uses: ./called.yml }
        """
            .formatted("runs-on: linux, steps: [ { run: 'true' } ]"));

    CommandResult ended = plan("w.yml", "--job", job, "--json").exits(0);

    assertThat(JsonMapper.shared().readTree(ended.out()).findValuesAsString("name"))
        .containsExactly(planned.split("; "));
  }

  @Test
  void holdsAndTimers() {
    repository.write(
        "w.yml",
        """
        on: push
        delay: 30s
        jobs:
          build: { runs-on: linux, steps: [ { run: 'true' } ] }
          deploy:
            needs: build
            environment: production
            approval: { reviewers: [lead, 'team:ops'], required: 2, expires: 90m }
            wait: 10m
            runs-on: linux
            steps: [ { run: 'true' } ]
          publish: { approval: { required: 1 }, runs-on: linux, steps: [ { run: 'true' } ] }
          never: { if: 'false', approval: { required: 1 }, runs-on: linux, steps: [ { run: x } ] }
        """);

    CommandResult ended = plan("w.yml").exits(0);

    ended
        .says("  waits 30s before its first job\n")
        .says(
            "· deploy  after build; held until 2 of lead, team:ops approve (within 90m);"
                + " waits 10m; deploys to production\n")
        .says("· publish  held until 1 person approves (within 24h)\n")
        .says(
            "To approve a held job: `pawl approve RUN JOB` while the run waits, or start it with"
                + " `pawl run --approve-all`.\n");
    JsonNode jobs =
        JsonMapper.shared()
            .readTree(plan("w.yml", "--json").exits(0).out())
            .at("/workflows/0/jobs");
    assertThat(jobs.at("/1/approval/required").asInt()).isEqualTo(2);
    assertThat(jobs.at("/1/approval/reviewers/1").asString()).isEqualTo("team:ops");
    assertThat(jobs.at("/1/waitSeconds").asInt()).isEqualTo(600);
    assertThat(jobs.at("/0/approval").isNull()).isTrue();
    assertThat(plan("w.yml", "--job", "build").out()).doesNotContain("approve");
  }

  @Test
  void conditionsAndMatrices() {
    repository.write(
        "w.yml",
        """
        on: push
        jobs:
          build:
            runs-on: linux
            strategy: { matrix: { os: [linux, mac], java: [21] } }
            steps: [ { run: 'true' } ]
          deploy:
            needs: build
            if: github.ref == 'refs/heads/release'
            runs-on: linux
            steps: [ { run: 'true' } ]
          announce: { needs: deploy, runs-on: linux, steps: [ { run: 'true' } ] }
          cleanup: { needs: deploy, if: always(), runs-on: linux, steps: [ { run: 'true' } ] }
          flagged: { if: vars.FLAG == 'on', runs-on: linux, steps: [ { run: 'true' } ] }
        """);

    plan(file("w.yml"), "--var", "FLAG=on")
        .exits(0)
        .says("  · build (linux, 21)\n")
        .says("  · build (mac, 21)\n")
        .says(
            "  − deploy  skipped: if: github.ref == 'refs/heads/release'"
                + " — github.ref is 'refs/heads/main'; after build\n")
        .says("  − announce  skipped: it needs deploy, which is skipped; after deploy\n")
        .says("  ? cleanup  decided later; if: always(); after deploy\n")
        .says("  · flagged  if: vars.FLAG == 'on' — vars.FLAG is 'on'\n");
    plan(file("w.yml")).exits(0).says("  − flagged  skipped: if: vars.FLAG == 'on'");
  }

  @Test
  void asJson() {
    CommandResult ended = plan("--json", "--changed", "src/x").exits(0);
    JsonNode report = JsonMapper.shared().readTree(ended.out());

    JsonNode ci = report.get("workflows").get(0);
    assertThat(ci.get("workflow").asString()).isEqualTo("CI");
    assertThat(ci.get("outcome").asString()).isEqualTo("runs");
    assertThat(ci.get("jobs").get(1).get("id").asString()).isEqualTo("test");
    assertThat(ci.get("jobs").get(1).get("needs").get(0).asString()).isEqualTo("build");
    assertThat(report.get("workflows").get(1).get("outcome").asString()).isEqualTo("idle");
    assertThat(plan("--json", "--changed", "src/x").out()).isEqualTo(ended.out());
  }

  @Test
  void anInvalidFileDoesNotHideOthers() {
    repository.write(".github/workflows/bad.yml", "on: push\njobs: {}\n");

    plan().exits(2).complains("bad.yml:2:").says("CI (");
    JsonNode report = JsonMapper.shared().readTree(plan("--json").exits(2).out());
    assertThat(report.get("workflows").get(0).get("outcome").asString()).isEqualTo("broken");
    assertThat(report.get("workflows").get(0).get("problems").get(0).asString())
        .contains("bad.yml:2:");
  }

  @Test
  void planningErrorsHavePositions() {
    String calling =
        """
        on: [push, workflow_call]
        jobs:
          a: { runs-on: linux, outputs: { o: x }, steps: [ { run: 'true' } ] }
          b:
            needs: a
            strategy: { matrix: "${{ fromJSON(needs.a.outputs.o) }}" }
            uses: ./.github/workflows/last.yml
        """;
    repository.write(".github/workflows/last.yml", "on: workflow_call\n" + JOBS);
    repository.write(".github/workflows/inner.yml", calling);
    repository.write(
        ".github/workflows/outer.yml", calling + "  c: { uses: ./.github/workflows/inner.yml }\n");

    CommandResult ended = plan(file(".github/workflows/outer.yml")).exits(2);

    String error =
        """
        :6:15: error: the matrix of a call cannot use `needs`
              strategy: { matrix: "${{ fromJSON(needs.a.outputs.o) }}" }
                        ^
          hint: write one calling job for each case
        """;
    assertThat(ended.err())
        .isEqualTo(
            file(".github/workflows/outer.yml") + error + "./.github/workflows/inner.yml" + error);
  }

  @Test
  void namesCannotContainEscapeSequences() {
    repository.write(
        "w.yml",
        """
        name: "a\\e[2Jb"
        on: push
        jobs:
          one: { name: "c\\e[2Jd\\n", runs-on: linux, steps: [ { run: 'true' } ] }
        """);

    CommandResult ended =
        plan(file("w.yml")).exits(0).says("a\uFFFD[2Jb (").says("c\uFFFD[2Jd\uFFFD\n");

    assertThat(ended.out()).doesNotContain("\u001b");
  }

  @Test
  void aLinkOutOfTheRepositoryIsNotFollowed(@TempDir Path elsewhere) throws IOException {
    Path secret = Files.writeString(elsewhere.resolve("netrc"), "password: 1234\n");
    Files.createDirectories(directory.resolve("linked"));
    Files.createSymbolicLink(directory.resolve("linked/action.yml"), secret);
    repository.write(
        "w.yml", "on: push\njobs: { a: { runs-on: linux, steps: [ { uses: ./linked } ] } }\n");

    CommandResult ended = plan(file("w.yml")).exits(0);

    assertThat(ended.err()).doesNotContain("password");
  }

  @Test
  void aFileExcludesTheProposedWorkflow() {
    plan(file(".github/workflows/ci.yml"), "--discovered")
        .exits(2)
        .complains("--discovered and FILE exclude each other");
  }

  @Test
  void repositoryDispatchHasFreeTypes() {
    plan("--event", "repository_dispatch.whatever").exits(0);
  }

  @ParameterizedTest
  @CsvSource({
    "--event psuh, unknown event 'psuh'. Did you mean `push`?",
    "--event nonsense, unknown event 'nonsense'. Run `pawl plan --help`",
    "--event pull_request.closd, unknown type 'closd' of event 'pull_request'. Did you mean `closed`?",
    "--event push.closed, unknown type 'closed' of event 'push'. Run `pawl plan --help`",
    "--payload no.json --event push, cannot read 'no.json': no such file",
    "--payload %s --event push, it is a directory",
    "--payload %s/list.json --event push, not a JSON object",
    "--payload %s/text.json --event push, it is not JSON",
    "--payload %s/list.json, --payload needs --event",
    "--event pull_request --base nope, --base: branch 'nope' not found",
    "--input level, --input",
    "--evnt push, Did you mean `--event`?"
  })
  void wrongArguments(String line, String complaint) {
    repository.write("list.json", "[]").write("text.json", "{");

    CommandResult ended = plan(line.formatted(directory).split(" ")).exits(2).complains(complaint);

    assertThat(ended.err()).startsWith("pawl: ");
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.out()).isEmpty();
  }
}
