package dev.pawl.agent.checkout;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.checkout;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.GitRepository;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A checkout replaces nothing in a user's working tree.
class CheckoutInPlaceTest extends AgentStory {

  @Test
  void theWorkingTreeStaysAsItIs() throws Exception {
    String commit = GitRepository.at(tree).commit("file", "committed\n");
    Files.writeString(tree.resolve("file"), "changed\n");
    isDispatched(
        job(checkout(Map.of()).id("c"), run("cat file; echo ${{ steps.c.outputs.commit }}")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).contains("which stays as it is");
    assertThat(server.log(1)).isEqualTo("changed\n" + commit + "\n");
  }

  @Test
  void itNeedsNoRepository() throws InterruptedException {
    isDispatched(job(checkout(Map.of())));
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void whatWouldReplaceItIsRefused() throws Exception {
    GitRepository.at(tree).commit("file", "committed\n");
    isDispatched(
        job(
            checkout(Map.of("ref", "main")),
            checkout(Map.of("repository", "/nowhere")).when("always()")));
    assertThat(server.result().reason()).contains("would replace your files");
    assertThat(server.statuses(1).getLast().message()).contains("would replace your files");
  }

  @Test
  void aDirectoryOfItsOwnIsMadeAndMadeAgain() throws Exception {
    var repository = GitRepository.at(tree);
    repository.commit("file", "one\n");
    var beside = checkout(Map.of("path", "copy"));
    isDispatched(
        job(
            beside,
            run("echo x > copy/file; touch copy/y"),
            beside,
            run("ls copy; cat copy/file")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(3)).isEqualTo("file\none\n");
  }

  /// The machine went down while git wrote: what is no repository must not lead to the one around.
  @Test
  void aBrokenCheckoutIsReplacedWithinItsDirectory() throws Exception {
    GitRepository.at(tree).commit("file", "one\n");
    Files.writeString(tree.resolve("file"), "changed\n");
    Files.writeString(tree.resolve("untracked"), "precious\n");
    var beside = checkout(Map.of("path", "copy"));
    isDispatched(
        job(beside, run(": > copy/.git/HEAD; touch copy/rubbish"), beside, run("ls copy")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(3)).isEqualTo("file\n");
    assertThat(tree.resolve("file")).hasContent("changed");
    assertThat(tree.resolve("untracked")).hasContent("precious");
  }

  /// A step may have set another work tree in the checkout's repository.
  @Test
  void aCheckoutCleansUpNowhereElse() throws Exception {
    GitRepository.at(tree).commit("file", "one\n");
    Files.writeString(tree.resolve("file"), "changed\n");
    var beside = checkout(Map.of("path", "copy"));
    isDispatched(
        job(beside, run("git -C copy config core.worktree " + tree), beside, run("ls copy")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(3)).isEqualTo("file\n");
    assertThat(tree.resolve("file")).hasContent("changed");
  }

  @Test
  void aDirectoryOfSomebodyElseStaysAsItIs() throws Exception {
    GitRepository.at(tree).commit("file", "one\n");
    GitRepository.at(tree.resolve("theirs")).commit("precious", "x");
    isDispatched(job(checkout(Map.of("path", "theirs"))));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).contains("nothing that a checkout has made");
    assertThat(tree.resolve("theirs/precious")).exists();
  }
}
