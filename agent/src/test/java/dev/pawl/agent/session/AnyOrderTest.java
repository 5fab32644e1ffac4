package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Whatever is lost, doubled, late or out of order, however often the agent dies, and however full
/// its disk is.
class AnyOrderTest {

  private static final int SEEDS = 300;

  @Test
  void nothingRunsUnstartedOrUnleasedAndEverythingComesToRest() {
    assertThat(ran(TestDisk::new)).isGreaterThan(SEEDS); // or nothing was tried
  }

  private static int ran(Supplier<TestDisk> disks) {
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
        new TestDisk() {
          @Override
          public Recollection recalled() {
            return new Recollection(List.of(), super.recalled().inHand());
          }
        });
  }

  @Test
  void anAgentThatSpeaksBeforeItHasKeptWhatItSaysIsFound() {
    isFound(() ->
        new TestDisk() {
          @Override
          public boolean keep(List<? extends Fact> more) {
            super.keep(more);
            return true;
          }
        });
  }

  @Test
  void anAgentThatForgetsAnUnacknowledgedEndIsFound() {
    isFound(() ->
        new TestDisk() {
          @Override
          public Recollection recalled() {
            Recollection all = super.recalled();
            return new Recollection(
                all.seen(), all.inHand().stream().map(AnyOrderTest::withoutItsEnd).toList());
          }
        });
  }

  private static Recollection.InHand withoutItsEnd(Recollection.InHand lease) {
    List<dev.pawl.protocol.FromAgent.Numbered> said = lease.unacknowledged();
    return lease.isEnded()
        ? new Recollection.InHand(lease.lease(), lease.last() - 1, said.subList(0, said.size() - 1))
        : lease;
  }

  private static void isFound(Supplier<TestDisk> disks) {
    assertThatThrownBy(() -> ran(disks)).isInstanceOf(AssertionError.class);
  }
}
