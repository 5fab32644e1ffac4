package dev.pawl.agent.checkout;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.checkout;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.GitRepository;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A remote agent without a repository, which fetches that of the run from its forge.
class RemoteRepositoryTest extends AgentStory {

  private String commit = "";
  private String github = "";

  @Override
  public WorkspaceMode mode(Path directory) {
    return new WorkspaceMode.Remote();
  }

  @BeforeEach
  void aForge() throws IOException, InterruptedException {
    commit = GitRepository.at(tree.resolve("acme/app")).commit("file", "one\n");
    github =
        """
        {"github": {"sha": "%s", "ref": "refs/heads/main", "repository": "acme/app",
                    "server_url": "file://%s"}}
        """
            .formatted(commit, tree);
  }

  @Test
  void theCommitIsFetched() throws InterruptedException {
    isDispatched(job(checkout(Map.of()), run("cat file")).seeing(github));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\n");
  }

  @Test
  void theAddressIsUsedAsItIs() throws Exception {
    var other = GitRepository.at(tree.resolve("acme/app.git"));
    String sha = other.commit("file", "with .git\n");
    isDispatched(
        job(checkout(Map.of()), run("cat file"))
            .seeing(
                github
                    .replace(commit, sha)
                    .replace(
                        "{\"sha\"",
                        "{\"repositoryUrl\": \"file://%s\", \"sha\""
                            .formatted(other.directory()))));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("with .git\n");
  }

  @Test
  void aRepositoryOfAnotherUserIsFetched() throws Exception {
    var repository = new GitRepository(tree.resolve("acme/app"));
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "only root can give files to another user");
    new ProcessBuilder("chown", "-R", "4321", repository.directory().toString())
        .inheritIO()
        .start()
        .waitFor();
    String config = "git config --global --get-all safe.directory || true; cat file";
    isDispatched(
        job(
                checkout(Map.of()),
                run(config),
                checkout(Map.of("fetch-depth", "0", "path", "all")),
                checkout(Map.of("ref", "main", "path", "main")))
            .seeing(github));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\n");
  }

  @Test
  void aCommitThatTheServerRefusesIsFoundInTheHistory() throws Exception {
    var repository = new GitRepository(tree.resolve("acme/app"));
    repository.commit("file", "two\n");
    var protocolZero =
        Map.of(
            "GIT_CONFIG_COUNT", "1",
            "GIT_CONFIG_KEY_0", "protocol.version",
            "GIT_CONFIG_VALUE_0", "0");
    isDispatched(
        job(checkout(Map.of()), run("cat file; git symbolic-ref --short HEAD"))
            .withEnv(protocolZero)
            .seeing(github));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\nmain\n");
  }

  @Test
  void aCommitThatIsNowhereIsNamed() throws InterruptedException {
    isDispatched(job(checkout(Map.of())).seeing(github.replace(commit, "f".repeat(40))));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).contains("Error: commit ffff", "cannot be fetched from file://");
  }

  @Test
  void thePullRequestsCommitIsFetched() throws Exception {
    var repository = new GitRepository(tree.resolve("acme/app"));
    repository.git("update-ref", "refs/pull/7/head", commit);
    isDispatched(
        job(checkout(Map.of()), run("cat file"))
            .seeing(github.replace("refs/heads/main", "refs/pull/7/head").replace(commit, "")));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\n");
  }

  @Test
  void aGroupCommandFindsTheRepository() throws InterruptedException {
    isDispatched(
        job(checkout(Map.of()), run("cat file"))
            .seeing(github)
            .inGroupOf("cat file; git rev-parse HEAD"));
    assertThat(server.await(JobConcurrencyReport.class).group()).isEqualTo(commit);
    server.says(new JobConcurrencyAck(LEASE, "proceed", ""));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\n");
  }

  @Test
  void aFailedCheckoutBeforeTheGroupCommandFailsTheJob() throws InterruptedException {
    isDispatched(
        job(checkout(Map.of())).seeing(github.replace(commit, "f".repeat(40))).inGroupOf("echo x"));
    assertThat(server.result().reason()).contains("the checkout before group-command failed");
  }

  @Test
  void withoutACheckoutTheGroupCommandsWorkspaceIsEmpty() throws InterruptedException {
    isDispatched(job("true").inGroupOf("ls -A | wc -l"));
    assertThat(server.await(JobConcurrencyReport.class).group()).isEqualTo("0");
    server.says(new JobConcurrencyAck(LEASE, "proceed", ""));
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void noPathOfTheMachineIsFetched() throws InterruptedException {
    String own = tree.resolve("acme/app").toString();
    isDispatched(job(checkout(Map.of("repository", own))).seeing(github));
    assertThat(server.result().reason())
        .contains("is a local path, which a remote agent cannot use");
  }

  @Test
  void aRunOfNoRepositoryCannotBeCheckedOut() throws InterruptedException {
    isDispatched(job(checkout(Map.of())));
    assertThat(server.result().reason()).contains("no repository to fetch");
  }
}
