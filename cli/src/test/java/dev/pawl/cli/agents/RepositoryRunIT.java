package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.repositories.BareRepository;
import dev.pawl.server.repositories.GitHttpServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Runs of a repository, by the jar: a server, and an agent that fetches.
class RepositoryRunIT extends ServerFixture {

  private BareRepository repository;
  private String commit = "";

  @BeforeEach
  void aRepository() throws IOException, InterruptedException {
    repository = BareRepository.at(directory.resolve("git/acme/app.git"));
    commit = repository.commit(Map.of("file", "one\n"));
  }

  private String run(ServerProcess server, String url, String ref, String workflow) {
    return api(server)
        .run(Map.of("file", "w.yml", "workflow", workflow, "repository", url, "ref", ref))
        .orElseThrow();
  }

  /// The first job moves the branch, which the second one must not notice. The server knows the
  /// repository only with `.git`.
  @Test
  void allJobsOfARefExecuteTheSameCommit() throws IOException, InterruptedException {
    String later = repository.commit(Map.of("file", "two\n"));
    repository.set("refs/heads/main", commit);
    GitHttpServer forge = closeAtEnd(new GitHttpServer(directory.resolve("git")));
    ServerProcess server = startServer();
    agent(server, "a");

    String workflow =
        """
        on: push
        jobs:
          first:
            runs-on: linux
            steps:
              - uses: actions/checkout@v5
              - run: test "$(cat file) $GITHUB_SHA $GITHUB_REPOSITORY" = "one %1$s acme/app"
              - run: git --git-dir=%2$s update-ref refs/heads/main %3$s
          second:
            needs: first
            if: github.sha == '%1$s'
            runs-on: linux
            steps:
              - uses: actions/checkout@v5
              - run: test "$(cat file) $(git rev-parse HEAD)" = "one %1$s"
        """
            .formatted(commit, repository.directory(), later);
    String run = run(server, forge.url("acme/app.git"), "refs/heads/main", workflow);

    assertThat(awaitEnd(server, run)).isEqualTo("success");
    JsonNode shown = api(server).show(run);
    assertThat(shown.get("commit").asString()).isEqualTo(commit);
    assertThat(shown.get("jobs").get(1).get("state").asString()).isEqualTo("success");
  }

  @Test
  void workflowsAndActionsOfTheRepositoryAreUsed() throws IOException, InterruptedException {
    commit =
        repository.commit(
            Map.of(
                ".github/workflows/called.yml",
                """
                on: { workflow_call: { inputs: { who: { type: string } }, outputs: { said: { value: "${{ jobs.a.outputs.said }}" } } } }
                jobs:
                  a:
                    runs-on: linux
                    outputs: { said: "${{ steps.say.outputs.said }}" }
                    steps:
                      - uses: actions/checkout@v5
                      - uses: ./.pawl/actions/greet
                        id: say
                        with: { who: "${{ inputs.who }}" }
                """,
                ".pawl/actions/greet/action.yml",
                """
                inputs: { who: { required: true } }
                outputs: { said: { value: "${{ steps.s.outputs.said }}" } }
                runs:
                  using: composite
                  steps:
                    - id: s
                      shell: bash
                      run: echo "said=hello ${{ inputs.who }}" >> "$GITHUB_OUTPUT"
                    - shell: bash
                      if: hashFiles('.pawl/actions/greet/text') != ''
                      run: test "$(cat "$GITHUB_ACTION_PATH/text")" = text
                """,
                ".pawl/actions/greet/text",
                "text\n"));
    GitHttpServer forge = closeAtEnd(new GitHttpServer(directory.resolve("git")));
    ServerProcess server = startServer();
    agent(server, "a");
    String workflow =
        """
        on: push
        jobs:
          call:
            uses: ./.github/workflows/called.yml
            with: { who: world }
          last:
            needs: call
            runs-on: linux
            steps:
              - uses: ./.pawl/actions/greet
                id: before
                with: { who: you }
              - run: test "${{ needs.call.outputs.said }}, ${{ steps.before.outputs.said }}" = "hello world, hello you"
              - run: test "$GITHUB_SHA" = %s
        """
            .formatted(commit);
    String run = run(server, forge.url("acme/app.git"), "refs/heads/main", workflow);
    assertThat(api(server).show(run).get("commit").asString()).isEqualTo(commit);
    assertThat(awaitEnd(server, run)).isEqualTo("success");

    var request = Map.of("file", "w.yml", "repository", forge.url("acme/app.git"));
    String missing = "on: push\njobs: { a: { uses: ./.github/workflows/none.yml } }";
    assertThat(refusal(server, request, "refs/heads/main", missing))
        .startsWith("422 ")
        .contains("w.yml:2:", "unknown workflow `./.github/workflows/none.yml`");
    assertThat(refusal(server, request, "refs/heads/gone", missing))
        .startsWith("422 ")
        .contains("cannot read the files of repository", "there is no 'refs/heads/gone'");
    forge.close();
    assertThat(refusal(server, request, "refs/heads/main", missing))
        .startsWith("503 ")
        .contains("cannot read the files of repository");
  }

  private String refusal(
      ServerProcess server, Map<String, String> request, String ref, String workflow) {
    Map<String, String> whole = new HashMap<>(request);
    whole.put("ref", ref);
    whole.put("workflow", workflow);
    return api(server).refusal(whole);
  }

  /// The repository is the test's own, and the job that of another user where that is possible.
  @Test
  void aRepositoryOfAnotherUserIsFetchedFromItsPath() {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    ServerProcess server = startServer();
    agent(server, "a", isRoot ? new String[] {"--run-as", "nobody"} : new String[0]);
    String workflow =
        """
        on: push
        jobs:
          a:
            runs-on: linux
            steps:
              - uses: actions/checkout@v5
              - run: test "$(cat file)" = one
        """;
    String run = run(server, repository.url(), "refs/heads/main", workflow);
    assertThat(awaitEnd(server, run)).isEqualTo("success");
    String missing = run(server, repository.url(), "refs/heads/gone", workflow);
    assertThat(awaitEnd(server, missing)).isEqualTo("failed");
    assertThat(api(server).show(missing).get("jobs").get(0).get("message").asString())
        .contains("there is no 'refs/heads/gone' in " + repository.url());
  }
}
