package dev.pawl.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.session.SpoolSnapshot;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An agent that is killed while jobs report, and two agents with one spool.
@Timeout(180)
class KilledAgentTest extends SpoolStory {

  /// More messages than fit into a file that is never compacted.
  private static final int MESSAGES = 3_000;

  @Test
  void whatWasKeptIsKnownAgainAfterAKill() throws Exception {
    List<String> said = new ArrayList<>();
    try (var child = new SpoolChildJvm(SpoolAppendProcess.class, directory())) {
      said.addAll(child.said(MESSAGES));
      child.kill();
      said.addAll(child.said(Integer.MAX_VALUE));
      assertThat(child.hasEnded()).isTrue();
    }
    long last = Long.parseLong(said.getLast());
    assertThat(size()).as("it was written anew").isLessThan(2 * FileSpool.MIN_OBSOLETE);
    SpoolSnapshot.UnsettledLease lease = recalled().unsettled().getFirst();
    assertThat(lease.last()).isBetween(last, last + 1); // the last one may not have been told of
    long first = lease.unacknowledged().getFirst().seq();
    assertThat(first).isLessThanOrEqualTo(last - SpoolAppendProcess.BEHIND + 1);
    assertThat(lease.unacknowledged().stream().map(SequencedMessage::seq))
        .containsExactlyElementsOf(LongStream.rangeClosed(first, lease.last()).boxed().toList());
    assertThat(told).isEmpty();
  }

  @Test
  void oneProcessAtATimeHasIt() throws Exception {
    try (var child = new SpoolChildJvm(SpoolAppendProcess.class, directory())) {
      child.said(1);
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessage(
              "it is in use by another agent, process %d. Stop that agent, or use another --workdir."
                  .formatted(child.pid()));
      child.kill();
      assertThat(child.hasEnded()).isTrue();
    }
    open().close();
  }
}
