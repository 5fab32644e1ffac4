package dev.pawl.agent.workspace;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.SystemUser;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// Jobs that run as another user have no more rights than that user.
class RunAsUserTest extends OtherUserStory {

  @Override
  public HostOptions host() throws IOException {
    try {
      return HostOptions.defaults().withUser(SystemUser.named("nobody"));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void everyProcessIsTheUsers() throws InterruptedException {
    assertThat(logOf("id -un; echo $USER $LOGNAME; echo err > /dev/stderr"))
        .isEqualTo("nobody\nnobody nobody\nerr\n");
  }

  @Test
  void theUserHasItsOwnHomeWorkspaceAndTemp() throws InterruptedException {
    assertThat(
            logOf(
                """
                for place in "$HOME" "$PWD" "$RUNNER_TEMP" "$RUNNER_TOOL_CACHE"; do
                  touch "$place/mine" && echo ok
                done
                """))
        .isEqualTo("ok\nok\nok\nok\n");
  }

  @Test
  void whatItWritesForLaterStepsIsRead() throws InterruptedException {
    isDispatched(
        job(
            "echo A=1 >> $GITHUB_ENV; echo /mine >> $GITHUB_PATH; cat $GITHUB_EVENT_PATH >/dev/null",
            "echo $A ${PATH%%:*}"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("1 /mine\n");
  }

  @Test
  void aShellThatOnlyTheAgentMayExecuteIsPassedOver() throws Exception {
    Path closed = Files.createTempDirectory("closed"); // for its owner only
    Path shell = Files.writeString(closed.resolve("bash"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwxr-xr-x"));
    isDispatched(job("echo %s >> $GITHUB_PATH".formatted(closed), "echo fine"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("fine\n");
    DirectoryDeletion.delete(closed);
  }

  @Test
  void itReadsNothingOfTheAgents() throws Exception {
    Path secret = Files.createTempFile("secret", "");
    Files.writeString(secret, "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    assertThat(logOf("cat %s 2>/dev/null || echo denied".formatted(secret))).isEqualTo("denied\n");
    Files.delete(secret);
  }

  @Test
  void itCannotSignalTheAgent() throws InterruptedException {
    long agent = ProcessHandle.current().pid();
    assertThat(logOf("kill -0 %d 2>/dev/null || echo denied".formatted(agent)))
        .isEqualTo("denied\n");
  }

  @Test
  void itCanNeitherListNorChangeWhatIsAroundIt() throws InterruptedException {
    String script =
        """
        around=$(dirname "$PWD")
        ls "$around" 2>/dev/null || echo cannot list
        rm -f "$GITHUB_ENV" 2>/dev/null || [ -e "$GITHUB_ENV" ] && echo cannot replace
        ls "$around/.." 2>/dev/null || echo cannot list that either
        """;
    assertThat(logOf(script)).isEqualTo("cannot list\ncannot replace\ncannot list that either\n");
  }

  @Test
  void deletionDoesNotFollowLinks() throws Exception {
    Path outside = Files.createTempDirectory("outside");
    Path kept = Files.writeString(outside.resolve("kept"), "kept");
    logOf("ln -s %s link; mkdir -m 000 closed; ln -s %s/kept file".formatted(outside, outside));
    becomesIdle();
    assertThat(kept).hasContent("kept");
    assertThat(scratch().resolve("1")).doesNotExist();
    DirectoryDeletion.delete(outside);
  }

  @Test
  void theCommandThatFindsItsGroupIsTheUsersToo() throws InterruptedException {
    isDispatched(job("true").inGroupOf("id -un"));
    assertThat(server.await(JobConcurrencyReport.class).group()).isEqualTo("nobody");
    server.says(new JobConcurrencyAck(LEASE, "proceed", ""));
    assertThat(server.result().status()).isEqualTo("success");
  }
}
