package dev.pawl.agent.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which slot a job gets.
class JobSlotsTest {

  private final JobSlot first = new JobSlot(0, Optional.empty(), true);
  private final JobSlot second = new JobSlot(1, Optional.empty(), true);

  @Test
  void aJobGetsTheLowestFreeSlot() throws Exception {
    JobSlots slots = JobSlots.of(List.of(second, first), new UserClaims());
    assertThat(slots.take()).isEqualTo(first);
    assertThat(slots.take()).isEqualTo(second);
    slots.giveBack(second);
    slots.giveBack(first);
    assertThat(slots.take()).isEqualTo(first);
  }

  @Test
  void uncountedJobsShareOneSlot() throws Exception {
    JobSlots slots = JobSlots.uncounted(Optional.empty());
    assertThat(slots.take()).isEqualTo(slots.take());
  }
}
