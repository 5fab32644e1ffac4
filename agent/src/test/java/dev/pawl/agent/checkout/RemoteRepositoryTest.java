package dev.pawl.agent.checkout;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.checkout;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

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
