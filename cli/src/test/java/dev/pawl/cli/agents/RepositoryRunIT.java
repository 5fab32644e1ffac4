package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.repositories.BareRepository;
import dev.pawl.server.repositories.GitHttpServer;
import java.io.IOException;
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
    assertThat(api(server).show(missing).get("jobs").get(0).get("reason").asString())
        .contains("there is no 'refs/heads/gone' in " + repository.url());
  }
}
