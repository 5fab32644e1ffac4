package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.LogAck;
import dev.pawl.protocol.LogFrame;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDeskTest {

  @Test
  void aFrameIsAnsweredWithWhatIsDurableAndNothingIsTakenWithoutALease(@TempDir Path directory) {
    try (var files = new LogFiles(directory)) {
      var desk = new LogDesk(files);
      desk.expect("lease-1", new RunId("r1"), new LeaseRef(new AttemptRef(0, 1), 1));
      assertThat(desk.take(frame("lease-1", 0, "hello"))).isEqualTo(new LogAck("lease-1", 2, 5));
      assertThat(desk.take(frame("lease-1", 9, "gap"))).isEqualTo(new LogAck("lease-1", 2, 5));
      assertThat(desk.take(frame("lease-2", 0, "hello")))
          .isEqualTo(new LeaseStale("lease-2", "unknown", "none"));
    }
  }

  private static LogFrame frame(String lease, long offset, String text) {
    return new LogFrame(lease, 2, offset, text.getBytes(UTF_8));
  }
}
