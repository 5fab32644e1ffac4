package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Lost, duplicate, late and reordered messages, crashes of the agent, and a full disk.
class SessionFaultTest {

  private static final int SEEDS = 300;

  @Test
  void nothingRunsUnstartedOrUnleasedAndEverythingComesToRest() {
    assertThat(ran(InMemorySpool::new)).isGreaterThan(SEEDS); // or nothing was tried
  }

  private static int ran(Supplier<InMemorySpool> disks) {
    int ran = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      var world = new FaultyWorld(seed, disks.get());
      for (int step = 0; step < 1_000; step++) {
        world.step();
      }
      world.heal();
      for (int step = 0; step < 5_000 && !world.isAtRest(); step++) {
        world.step();
      }
      assertThat(world.isAtRest()).as("seed %d is at rest", seed).isTrue();
      ran += world.ran();
    }
    return ran;
  }

  @Test
  void anAgentThatForgetsWhatItHasSeenIsFound() {
    isFound(() ->
        new InMemorySpool() {
          @Override
          public SpoolSnapshot restored() {
            return new SpoolSnapshot(List.of(), super.restored().unsettled());
          }
        });
  }

  @Test
  void anAgentThatSendsBeforeItStoresIsDetected() {
    isFound(() ->
        new InMemorySpool() {
          @Override
          public boolean append(List<? extends SpoolRecord> more) {
            super.append(more);
            return true;
          }
        });
  }

  @Test
  void anAgentThatForgetsAnUnacknowledgedEndIsFound() {
    isFound(() ->
        new InMemorySpool() {
          @Override
          public SpoolSnapshot restored() {
            SpoolSnapshot all = super.restored();
            return new SpoolSnapshot(
                all.seen(), all.unsettled().stream().map(SessionFaultTest::withoutItsEnd).toList());
          }
        });
  }

  private static SpoolSnapshot.UnsettledLease withoutItsEnd(SpoolSnapshot.UnsettledLease lease) {
    List<dev.pawl.protocol.AgentMessage.SequencedMessage> said = lease.unacknowledged();
    return lease.isEnded()
        ? new SpoolSnapshot.UnsettledLease(
            lease.lease(), lease.last() - 1, said.subList(0, said.size() - 1))
        : lease;
  }

  private static void isFound(Supplier<InMemorySpool> disks) {
    assertThatThrownBy(() -> ran(disks)).isInstanceOf(AssertionError.class);
  }
}
