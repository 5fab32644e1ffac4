package dev.pawl.agent.workspace;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.supervision.ProcessReaper;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A job whose processes are held together by their user alone.
class SlotUserWithoutCgroupTest extends SlotUserTest {

  @Override
  public ProcessReaper reaper(Map<String, String> environment) throws IOException {
    return ProcessReaper.openWithoutGroup(token, environment);
  }

  /// A search for processes comes too late for it.
  @Test
  void aProcessThatForksAgainAndAgainDiesWithItsJob() throws Exception {
    isDispatched(
        job(
            """
            setsid env -i bash -c 'again() { : > running; again & }; again' >/dev/null 2>&1 &
            until [ -e running ]; do sleep 0.01; done
            """));
    assertThat(server.result().status()).isEqualTo("success");
    becomesIdle();
    for (int looks = 0; looks < 100; looks++) {
      assertThat(ProcessTable.ofUser(UID)).isEmpty();
    }
  }
}
