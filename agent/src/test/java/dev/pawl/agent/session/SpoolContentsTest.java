package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Records that later ones make obsolete.
class SpoolContentsTest {

  private static final SpoolRecord.LeaseTaken TAKEN =
      new SpoolRecord.LeaseTaken("l1", "r1", "build", 1, 2);
  private static final SpoolRecord.LeaseSeen SEEN = new SpoolRecord.LeaseSeen("r1", "build", 1, 2);
  private static final SequencedMessage ACK = new JobAck("l1", "r1", "build", 1, 1);
  private static final SequencedMessage START = new JobStart("l1", "r1", "build", 1, 2);
  private static final SequencedMessage END =
      new JobComplete("l1", "r1", "build", 1, 3, "success", 0, "ok", "", null, Map.of());

  private final SpoolContents remembered = new SpoolContents();

  private void learns(SpoolRecord... facts) {
    List.of(facts).forEach(fact -> remembered.add(fact, 10));
  }

  private static SpoolRecord said(SequencedMessage message) {
    return new SpoolRecord.MessageQueued(message);
  }

  @Test
  void whatIsAcknowledgedIsOfNoUseButItsNumber() {
    learns(TAKEN, said(ACK), said(START), new SpoolRecord.Acknowledged("l1", 1));
    assertThat(remembered.snapshot())
        .isEqualTo(
            new SpoolSnapshot(
                List.of(SEEN),
                List.of(new SpoolSnapshot.UnsettledLease(TAKEN, 2, List.of(START)))));
    assertThat(remembered.records())
        .containsExactly(SEEN, TAKEN, new SpoolRecord.Acknowledged("l1", 1), said(START));
    assertThat(remembered.bytes()).isEqualTo(30);
  }

  @Test
  void theFewestFactsSayTheSame() {
    learns(TAKEN, said(ACK), said(START), new SpoolRecord.Acknowledged("l1", 2), said(END));
    var again = new SpoolContents();
    remembered.records().forEach(fact -> again.add(fact, 10));
    assertThat(again.snapshot()).isEqualTo(remembered.snapshot());
    assertThat(again.records()).isEqualTo(remembered.records());
  }

  @Test
  void aLeaseWhoseEndIsAcknowledgedIsOver() {
    learns(TAKEN, said(ACK), said(START), said(END), new SpoolRecord.Acknowledged("l1", 3));
    assertThat(remembered.records()).containsExactly(SEEN);
    assertThat(remembered.bytes()).isEqualTo(10);
  }

  @Test
  void aLeaseThatIsOverWasSeen() {
    learns(TAKEN, said(ACK), new SpoolRecord.LeaseEnded("l1"));
    assertThat(remembered.snapshot()).isEqualTo(new SpoolSnapshot(List.of(SEEN), List.of()));
    assertThat(remembered.bytes()).isEqualTo(10);
  }

  @Test
  void aLeaseWithAGapIsOfNoUse() {
    learns(TAKEN, said(ACK), said(END));
    assertThat(remembered.snapshot().unsettled()).isEmpty();
    assertThat(remembered.snapshot().seen()).containsExactly(SEEN);
  }

  @Test
  void messagesOfAnUnknownLeaseAreObsolete() {
    learns(said(ACK), new SpoolRecord.Acknowledged("l1", 1), new SpoolRecord.LeaseEnded("l1"));
    assertThat(remembered.records()).isEmpty();
    assertThat(remembered.bytes()).isZero();
  }

  @Test
  void aNewerLeaseReplacesTheOlder() {
    learns(SEEN, new SpoolRecord.LeaseSeen("r1", "build", 1, 3), SEEN);
    assertThat(remembered.records())
        .containsExactly(new SpoolRecord.LeaseSeen("r1", "build", 1, 3));
    for (int run = 0; run < DispatchHistory.MAX_ATTEMPTS; run++) {
      learns(new SpoolRecord.LeaseSeen("other" + run, "build", 1, 1));
    }
    assertThat(remembered.records()).hasSize(DispatchHistory.MAX_ATTEMPTS).doesNotContain(SEEN);
    assertThat(remembered.bytes()).isEqualTo(10L * DispatchHistory.MAX_ATTEMPTS);
  }
}
