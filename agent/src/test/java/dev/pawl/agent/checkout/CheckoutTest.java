package dev.pawl.agent.checkout;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.GitRepository;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.agent.story.StepBuilder;
import dev.pawl.agent.workspace.WorkspaceMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A checkout of the commit under test into an empty workspace.
class CheckoutTest extends AgentStory {

  private static final String LOOK =
      """
      cat file; ls -A | tr '\\n' ' '; git log --oneline | wc -l
      git symbolic-ref -q --short HEAD || echo detached
      """;

  @TempDir private Path elsewhere;
  private GitRepository repository;
  private String first = "";
  private String second = "";

  @Override
  public WorkspaceMode mode(Path directory) {
    return new WorkspaceMode.Fresh(directory);
  }

  @BeforeEach
  void aRepository() throws IOException, InterruptedException {
    repository = GitRepository.at(tree);
    first = repository.commit("file", "one\n");
    repository.git("branch", "old");
    repository.git("tag", "v1");
    second = repository.commit("file", "two\n");
  }

  private static StepBuilder checkout(Map<String, String> with) {
    return StepBuilder.checkout(with).id("checkout");
  }

  private static String github(String sha, String ref) {
    return "{\"github\": {\"sha\": \"%s\", \"ref\": \"%s\", \"repository\": \"acme/app\"}}"
        .formatted(sha, ref);
  }

  private String seenAfter(Map<String, String> with, String sha, String ref)
      throws InterruptedException {
    isDispatched(job(checkout(with), run(LOOK)).seeing(github(sha, ref)));
    assertThat(server.result().reason() + server.log(0)).doesNotContain("rror");
    assertThat(server.result().status()).isEqualTo("success");
    return server.log(1);
  }

  @Test
  void theWorkspaceIsEmptyAtFirstAndGoneAfterwards() throws InterruptedException, IOException {
    isDispatched(
        job("ls -A; mkdir -p a/b; touch a/b/c; chmod 0 a; pwd > " + elsewhere.resolve("where")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEmpty();
    String where = java.nio.file.Files.readString(elsewhere.resolve("where")).strip();
    assertThat(Path.of(where)).doesNotExist();
  }

  @Test
  void theCommitUnderTestIsThereOnItsBranch() throws InterruptedException {
    assertThat(seenAfter(Map.of(), first, "refs/heads/main")).isEqualTo("one\n.git file 1\nmain\n");
    assertThat(server.log(0)).contains("Checked out " + first);
    assertThat(server.statuses(0).getLast().outputs())
        .isEqualTo(Map.of("commit", first, "ref", "refs/heads/main"));
  }

  @Test
  void aTagOrAPullRequestIsDetached() throws InterruptedException {
    assertThat(seenAfter(Map.of(), first, "refs/tags/v1"))
        .isEqualTo("one\n.git file 1\ndetached\n");
  }

  @Test
  void allOfTheHistory() throws InterruptedException {
    assertThat(seenAfter(Map.of("fetch-depth", "0"), second, "refs/heads/main"))
        .isEqualTo("two\n.git file 2\nmain\n");
  }

  @Test
  void anotherBranch() throws InterruptedException {
    assertThat(seenAfter(Map.of("ref", "old"), second, "refs/heads/main"))
        .isEqualTo("one\n.git file 1\nold\n");
  }

  @Test
  void anotherTagAndAnotherCommit() throws InterruptedException {
    isDispatched(
        job(
                checkout(Map.of("ref", "v1", "path", "a")),
                checkout(Map.of("ref", first, "path", "b", "repository", "acme/app")),
                run("cat a/file b/file; ls -A"))
            .seeing(github(second, "refs/heads/main")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(2)).isEqualTo("one\none\na\nb\n");
  }

  @Test
  void withoutACommitItIsWhatTheRepositoryIsAt() throws InterruptedException {
    assertThat(seenAfter(Map.of(), "", "")).isEqualTo("two\n.git file 1\nmain\n");
  }

  @Test
  void anotherRepositoryByPathAndByUrl() throws Exception {
    var other = GitRepository.at(elsewhere.resolve("other"));
    other.commit("file", "other\n");
    isDispatched(
        job(
            checkout(Map.of("repository", other.directory().toString(), "path", "p")),
            checkout(Map.of("repository", "file://" + other.directory(), "path", "u")),
            run("cat p/file u/file")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(2)).isEqualTo("other\nother\n");
  }

  @Test
  void aShallowRepositoryGivesAsMuchAsItHas() throws Exception {
    Path shallow = elsewhere.resolve("shallow");
    repository.git("clone", "-q", "--depth=1", "file://" + tree, shallow.toString());
    isDispatched(
        job(
            checkout(Map.of("repository", shallow.toString(), "fetch-depth", "0")),
            run(LOOK),
            checkout(Map.of("repository", shallow.toString(), "fetch-depth", "0")),
            run(LOOK)));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).contains("Warning:", "is a shallow clone");
    assertThat(server.log(1)).isEqualTo("two\n.git file 1\nmain\n");
    assertThat(server.log(3)).isEqualTo("two\n.git file 1\nmain\n");
  }

  @Test
  void aBranchThatIsKnownOnlyOfTheOrigin() throws Exception {
    Path clone = elsewhere.resolve("clone");
    repository.git("clone", "-q", tree.toString(), clone.toString());
    String path = clone.toString();
    isDispatched(
        job(
            checkout(Map.of("repository", path, "ref", "old")),
            run(LOOK),
            checkout(Map.of("repository", path, "ref", "refs/heads/old", "path", "full")),
            run("cat full/file")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("one\n.git file 1\nold\n");
    assertThat(server.log(3)).isEqualTo("one\n");
  }

  @Test
  void aRepositoryWithoutCommitsIsReported() throws Exception {
    Path empty = elsewhere.resolve("empty");
    GitRepository.at(empty);
    isDispatched(
        job(
            checkout(Map.of("repository", empty.toString())),
            checkout(Map.of("repository", empty.toString(), "ref", "refs/heads/main"))
                .when("always()")));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).startsWith("Error: nothing is committed yet in ");
    assertThat(server.log(1)).startsWith("Error: nothing is committed yet in ");
  }

  /// The workspace lies within the repository of the run.
  @Test
  void beforeACheckoutThereIsNoRepository() throws InterruptedException {
    isDispatched(job("git init -q $PAWL_WORKSPACE/../..", "git rev-parse --show-toplevel"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(1)).contains("not a git repository");
  }

  @Test
  void aSecondCheckoutCleansUp() throws InterruptedException {
    isDispatched(
        job(
                checkout(Map.of()),
                run("touch rubbish; echo changed > file"),
                checkout(Map.of("clean", "false")),
                run("ls; cat file"),
                checkout(Map.of()),
                run("ls; cat file"))
            .seeing(github(second, "refs/heads/main")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(3)).isEqualTo("file\nrubbish\ntwo\n");
    assertThat(server.log(5)).isEqualTo("file\ntwo\n");
  }

  @Test
  void whatIsNotThereIsNamed() throws InterruptedException {
    isDispatched(job(checkout(Map.of("ref", "no-such"))));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).contains("Error: there is no branch and no tag 'no-such'");
  }

  @Test
  void whatCannotBeDoneIsRefused() throws InterruptedException {
    isDispatched(
        job(
            checkout(Map.of("submodules", "recursive", "lfs", "false")),
            checkout(Map.of("path", "../out")).when("always()"),
            checkout(Map.of("ref", "--upload-pack=x")).when("always()"),
            checkout(Map.of("fetch-depth", "-1")).when("always()"),
            checkout(Map.of("repository", "nonsense")).when("always()"),
            checkout(Map.of("referee", "x")).when("always()")));
    assertThat(server.result().reason()).contains("'submodules: recursive' is not supported");
    assertThat(message(1)).contains("'../out' is not a path in the workspace");
    assertThat(message(2)).contains("'--upload-pack=x' is not the name of a branch");
    assertThat(message(3)).contains("'fetch-depth' must be a number of commits, not '-1'");
    assertThat(message(4)).contains("'nonsense' is neither a path nor a URL nor owner/name");
    assertThat(message(5)).contains("unknown input 'referee'", "ci.yaml:7:9");
  }

  private String message(int step) {
    return server.statuses(step).getLast().message();
  }

  /// A server that does not exist: only the arguments and variables of git matter.
  @Test
  void aTokenIsNeitherOnACommandLineNorInTheLog() throws Exception {
    Path git = elsewhere.resolve("git");
    java.nio.file.Files.writeString(
        git,
        "#!/bin/sh\ncase \" $* \" in *' fetch '*) echo \"$@\" >> %s; env | grep GIT_CONFIG >&2; exit 1;; esac\nexec /usr/bin/env -u PATH PATH=\"${PATH#*:}\" git \"$@\"\n"
            .formatted(elsewhere.resolve("said")));
    assertThat(git.toFile().setExecutable(true)).isTrue();
    isDispatched(
        job(
                run("echo " + elsewhere + " >> $GITHUB_PATH"),
                checkout(
                    Map.of(
                        "repository", "https://127.0.0.1:1/a/b.git",
                        "ref", "0".repeat(40),
                        "token", "${{ secrets.T }}")))
            .withSecrets(Map.of("T", "t0k3n-of-mine")));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(1))
        .contains("GIT_CONFIG_KEY_0=http.https://127.0.0.1:1/.extraHeader")
        .contains("GIT_CONFIG_VALUE_0=Authorization: Basic ")
        .contains("***")
        .doesNotContain("t0k3n");
    assertThat(java.nio.file.Files.readString(elsewhere.resolve("said")))
        .contains("0000000")
        .doesNotContain("t0k3n", "Basic");
  }

  @Test
  void aCheckoutIsStoppedLikeAnyStep() throws Exception {
    Path git = elsewhere.resolve("git");
    java.nio.file.Files.writeString(
        git, "#!/bin/sh\necho $$ > %s/pid; echo up; sleep 300\n".formatted(elsewhere));
    assertThat(git.toFile().setExecutable(true)).isTrue();
    isDispatched(job(run("echo " + elsewhere + " >> $GITHUB_PATH"), checkout(Map.of())));
    long pid = ProcessWait.pid(elsewhere.resolve("pid"));
    isCancelled();
    server.await(dev.pawl.protocol.AgentMessage.JobCancelAck.class);
    ProcessWait.untilGone(pid);
    assertThat(server.statuses(1).getLast().endedBy()).isEqualTo("terminated");
  }
}
