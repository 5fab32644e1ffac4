package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.protocol.LogFrame;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Secrets can be used, and are not shown.
class SecretMaskTest extends AgentStory {

  private static final Map<String, String> SECRETS = Map.of("TOKEN", "s3cr3t-t0ken");

  private static final String TOO_MANY =
      "for i in $(seq 1001); do echo \"::add-mask::mask-$i\"; done; echo mask-1001";

  @Test
  void itIsMaskedInEveryForm() throws InterruptedException {
    isDispatched(
        job(run("""
        echo "plain $TOKEN"
        printf %s "$TOKEN" | base64
        printf %s "user:$TOKEN" | base64
        printf 's3cr'; sleep 0.1; printf '3t-t0ken\\n'
        [ "$TOKEN" = s3cr3t-""t0ken ] && echo same
        """)
                .withEnv(Map.of("TOKEN", "${{ secrets.TOKEN }}")))
            .withSecrets(SECRETS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).startsWith("plain ***\n***\n").endsWith("***\nsame\n");
    assertThat(server.log(0)).doesNotContain("s3cr", "t0ken");
  }

  @Test
  void aMaskAppliesToAllLaterOutput() throws InterruptedException {
    isDispatched(
        job(
            "echo found-it; echo '::add-mask::found-it'; echo found-it",
            "echo 'again found-it'; exit 1"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).isEqualTo("found-it\n::add-mask::***\n***\n");
    assertThat(server.log(1)).isEqualTo("again ***\n");
  }

  @Test
  void aPromptIsSeenWhileItWaits() throws InterruptedException {
    isDispatched(
        job("printf 'continue? s'; while [ ! -e go ]; do sleep 0.02; done; echo ure", "true")
            .withSecrets(SECRETS));
    server.awaitOutput(0, "continue? s");
    assertThat(tree.resolve("go").toFile().mkdir()).isTrue();
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("continue? sure\n");
  }

  @Test
  void itIsInNoMessage() throws InterruptedException {
    isDispatched(
        job(
                run("echo ok; echo \"leak=$T\" >> $GITHUB_OUTPUT; echo \"sum $T\" >> $GITHUB_STEP_SUMMARY")
                    .id("a")
                    .named("with ${{ secrets.TOKEN }}")
                    .withEnv(Map.of("T", "${{ secrets.TOKEN }}")),
                run("[ '${{ steps.a.outputs.leak }}' = s3cr3t-''t0ken ]"),
                run("true").in("${{ secrets.TOKEN }}/x"))
            .withSecrets(SECRETS)
            .withOutputs(Map.of("leak", "${{ steps.a.outputs.leak }}!", "fine", "yes")));
    var result = server.result();
    assertThat(server.states(1)).containsExactly("running", "success");
    assertThat(result.reason()).contains("working-directory '***/x' does not exist");
    assertThat(result.outputs()).containsExactly(Map.entry("fine", "yes"));
    assertThat(server.log(2)).contains("Warning: job output 'leak' dropped");
    assertThat(server.log(LogFrame.SUMMARY_INDEX)).isEqualTo("sum ***\n");
    assertThat(server.heard().toString()).doesNotContain("s3cr3t-t0ken");
  }

  /// Values that cannot be masked are not printed.
  @Test
  void tooManyMasksHideTheRestOfTheOutput() throws InterruptedException {
    isDispatched(job(TOO_MANY));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason()).contains("too many secrets and masks");
    assertThat(server.log(0)).contains("Error: too many secrets").doesNotContain("mask-1");
  }

  @Test
  void outputIsHiddenOnceAValueCannotBeMasked() throws InterruptedException {
    isDispatched(
        job(
                run("echo said=mask-1001 >> $GITHUB_OUTPUT; " + TOO_MANY).id("a").mayFail("true"),
                run("touch never"),
                run("touch cleaned; echo mask-1001; echo mask-1001 >> $GITHUB_STEP_SUMMARY")
                    .named("Say ${{ steps.a.outputs.said }}")
                    .when("always()"),
                run("true").in("${{ steps.a.outputs.said }}").when("always()"))
            .withOutputs(Map.of("said", "${{ steps.a.outputs.said }}")));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason()).contains("too many secrets and masks");
    assertThat(tree.resolve("cleaned")).exists();
    assertThat(tree.resolve("never")).doesNotExist();
    assertThat(server.log(2)).isEmpty();
    assertThat(server.log(LogFrame.SUMMARY_INDEX)).doesNotContain("mask");
    assertThat(server.heard().toString()).doesNotContain("mask-1001");
  }

  @Test
  void theFailureOfAStartContainsNoSecret() throws InterruptedException {
    isDispatched(
        job("true")
            .withEnv(Map.of("A", "${{ format(format('{0}{1}', secrets.TOKEN, '{')) }}"))
            .withSecrets(SECRETS));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.heard().toString()).doesNotContain("s3cr3t-t0ken");
  }

  @Test
  void itIsInNoNameOfAGroup() throws InterruptedException {
    isDispatched(job("touch never").inGroupOf("echo in-s3cr3t-t0ken").withSecrets(SECRETS));
    assertThat(server.result().reason()).contains("group-command printed a secret");
    assertThat(server.heard().toString()).doesNotContain("s3cr3t-t0ken");
    assertThat(tree.resolve("never")).doesNotExist();
  }
}
