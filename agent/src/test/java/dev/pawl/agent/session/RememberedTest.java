package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobStart;
import dev.pawl.protocol.FromAgent.Numbered;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is still of use of what was kept.
class RememberedTest {

  private static final Fact.Taken TAKEN = new Fact.Taken("l1", "r1", "build", 1, 2);
  private static final Fact.Seen SEEN = new Fact.Seen("r1", "build", 1, 2);
  private static final Numbered ACK = new JobAck("l1", "r1", "build", 1, 1);
  private static final Numbered START = new JobStart("l1", "r1", "build", 1, 2);
  private static final Numbered END =
      new JobComplete("l1", "r1", "build", 1, 3, "success", 0, "ok", "", null, Map.of());

  private final Remembered remembered = new Remembered();

  private void learns(Fact... facts) {
    List.of(facts).forEach(fact -> remembered.learn(fact, 10));
  }

  private static Fact said(Numbered message) {
    return new Fact.Said(message);
  }

  @Test
  void whatIsAcknowledgedIsOfNoUseButItsNumber() {
    learns(TAKEN, said(ACK), said(START), new Fact.Acknowledged("l1", 1));
    assertThat(remembered.recollection())
        .isEqualTo(
            new Recollection(
                List.of(SEEN), List.of(new Recollection.InHand(TAKEN, 2, List.of(START)))));
    assertThat(remembered.facts())
        .containsExactly(SEEN, TAKEN, new Fact.Acknowledged("l1", 1), said(START));
    assertThat(remembered.weight()).isEqualTo(30);
  }

  @Test
  void theFewestFactsSayTheSame() {
    learns(TAKEN, said(ACK), said(START), new Fact.Acknowledged("l1", 2), said(END));
    var again = new Remembered();
    remembered.facts().forEach(fact -> again.learn(fact, 10));
    assertThat(again.recollection()).isEqualTo(remembered.recollection());
    assertThat(again.facts()).isEqualTo(remembered.facts());
  }

  @Test
  void aLeaseWhoseEndIsAcknowledgedIsOver() {
    learns(TAKEN, said(ACK), said(START), said(END), new Fact.Acknowledged("l1", 3));
    assertThat(remembered.facts()).containsExactly(SEEN);
    assertThat(remembered.weight()).isEqualTo(10);
  }

  @Test
  void aLeaseThatIsOverWasSeen() {
    learns(TAKEN, said(ACK), new Fact.Over("l1"));
    assertThat(remembered.recollection()).isEqualTo(new Recollection(List.of(SEEN), List.of()));
    assertThat(remembered.weight()).isEqualTo(10);
  }

  @Test
  void aLeaseWithAGapIsOfNoUse() {
    learns(TAKEN, said(ACK), said(END));
    assertThat(remembered.recollection().inHand()).isEmpty();
    assertThat(remembered.recollection().seen()).containsExactly(SEEN);
  }

  @Test
  void whatWasSaidUnderALeaseOfWhichNothingIsKnownIsOfNoUse() {
    learns(said(ACK), new Fact.Acknowledged("l1", 1), new Fact.Over("l1"));
    assertThat(remembered.facts()).isEmpty();
    assertThat(remembered.weight()).isZero();
  }

  @Test
  void aNewerLeaseTakesTheOldersPlaceAndTheOldestAttemptIsForgotten() {
    learns(SEEN, new Fact.Seen("r1", "build", 1, 3), SEEN);
    assertThat(remembered.facts()).containsExactly(new Fact.Seen("r1", "build", 1, 3));
    for (int run = 0; run < SeenLeases.MOST; run++) {
      learns(new Fact.Seen("other" + run, "build", 1, 1));
    }
    assertThat(remembered.facts()).hasSize(SeenLeases.MOST).doesNotContain(SEEN);
    assertThat(remembered.weight()).isEqualTo(10L * SeenLeases.MOST);
  }
}
