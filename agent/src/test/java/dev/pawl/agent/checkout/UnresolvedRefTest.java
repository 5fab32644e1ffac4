package dev.pawl.agent.checkout;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.checkout;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.GitRepository;
import dev.pawl.agent.story.JobBuilder;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.protocol.AgentMessage.JobCommitReport;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.ServerMessage.JobCommitAck;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A job of a run that was started for a ref: the agent finds out the commit.
class UnresolvedRefTest extends AgentStory {

  private GitRepository repository;
  private String commit = "";

  @Override
  public WorkspaceMode mode(Path directory) {
    return new WorkspaceMode.Remote();
  }

  @BeforeEach
  void aForge() throws IOException, InterruptedException {
    repository = GitRepository.at(tree.resolve("acme/app.git"));
    commit = repository.commit("file", "one\n");
  }

  private JobBuilder of(String ref, JobBuilder job) {
    String github =
        """
        {"github": {"sha": "%s", "ref": "%s", "repository": "acme/app",
                    "server_url": "file://%s", "repositoryUrl": "file://%s"}}
        """
            .formatted(PlanContexts.NO_COMMIT, ref, tree, repository.directory());
    return job.seeing(github).ofRef(ref);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"refs/heads/main", "refs/tags/v1", "refs/tags/light", "refs/pull/7/head", ""})
  void theCommitOfTheRefIsReported(String ref) throws Exception {
    repository.git(
        "-c", "user.name=a", "-c", "user.email=a@b", "tag", "-a", "-m", "a tag", "v1", commit);
    repository.git("tag", "light", commit);
    repository.git("update-ref", "refs/pull/7/head", commit);
    isDispatched(of(ref, job(checkout(Map.of()), run("cat file; echo $GITHUB_SHA"))));
    assertThat(server.await(JobCommitReport.class).commit()).isEqualTo(commit);
    server.says(new JobCommitAck(LEASE, commit));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\n%s\n".formatted(commit));
  }

  @Test
  void theCommitThatTheServerDecidesIsCheckedOut() throws Exception {
    String later = repository.commit("file", "two\n");
    String look = "cat file; echo ${{ github.sha }} $GITHUB_SHA; git symbolic-ref --short HEAD";
    isDispatched(of("refs/heads/main", job(checkout(Map.of()), run(look))));
    assertThat(server.await(JobCommitReport.class).commit()).isEqualTo(later);
    assertThat(server.heard()).noneMatch(JobStart.class::isInstance);
    server.says(new JobCommitAck(LEASE, commit));
    assertThat(server.result().reason()).isEmpty();
    assertThat(server.log(1)).isEqualTo("one\n%1$s %1$s\nmain\n".formatted(commit));
  }

  @Test
  void aGroupCommandRunsAtTheDecidedCommit() throws Exception {
    repository.commit("file", "two\n");
    isDispatched(of("refs/heads/main", job(checkout(Map.of()))).inGroupOf("cat file"));
    server.await(JobCommitReport.class);
    server.says(new JobCommitAck(LEASE, commit));
    assertThat(server.await(JobConcurrencyReport.class).group()).isEqualTo("one");
    server.says(new JobConcurrencyAck(LEASE, "proceed", ""));
    assertThat(server.result().reason()).isEmpty();
  }

  @Test
  void aRefThatIsNotThereFailsTheJobForGood() throws Exception {
    repository.git("update-ref", "refs/other/refs/heads/gone", commit);
    isDispatched(of("refs/heads/gone", job("true")));
    assertThat(server.result().reason())
        .isEqualTo(
            "the run's commit could not be found out: there is no 'refs/heads/gone' in file://"
                + repository.directory());
    assertThat(server.result().code()).isEqualTo("user");
  }

  @Test
  void aRepositoryThatCannotBeReadIsAFailureToFetch() throws Exception {
    var job = of("refs/heads/main", job("true"));
    isDispatched(job.seeing(job.inputs().contexts().replace("app.git", "none.git")));
    assertThat(server.result().code()).isEqualTo("fetch");
    assertThat(server.result().reason()).contains("none.git cannot be read: fatal: ");
  }

  @Test
  void aCancelEndsTheWaitForTheDecision() throws Exception {
    isDispatched(of("refs/heads/main", job("true")));
    server.await(JobCommitReport.class);
    isCancelled();
    becomesIdle();
    assertThat(server.heard()).noneMatch(JobStart.class::isInstance);
  }
}
