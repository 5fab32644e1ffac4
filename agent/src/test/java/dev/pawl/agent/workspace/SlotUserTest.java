package dev.pawl.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.agent.isolation.JobSlots;
import dev.pawl.agent.isolation.UserClaims;
import dev.pawl.agent.process.SystemUser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A job in a slot that has a user of its own, which is only a number.
class SlotUserTest extends OtherUserStory {

  static final int UID = 1_999_999_980;

  @Override
  public HostOptions host() {
    JobSlot slot = JobSlot.ownedBy(0, SystemUser.numbered(UID));
    return HostOptions.defaults().withSlots(JobSlots.of(List.of(slot), new UserClaims()));
  }

  @Test
  void itHasNoGroupsAndNoWayToMoreRights() throws Exception {
    assertThat(logOf("id -u; id -g; id -G; grep NoNewPrivs /proc/self/status; stat -c %a . ~"))
        .isEqualTo("%1$d\n%1$d\n%1$d\nNoNewPrivs:\t1\n700\n700\n".formatted(UID));
  }

  @Test
  void itsHomeIsInItsOwnTemporaryDirectory() throws Exception {
    assertThat(logOf("[ \"$HOME\" = \"$RUNNER_TEMP/home\" ] && touch ~/x && echo $USER"))
        .isEqualTo("pawl-" + UID + "\n");
  }

  @Test
  void whatItLeavesInCommonPlacesIsRemoved() throws Exception {
    String left = logOf("f=$(mktemp -d /dev/shm/left.XXXXXX); touch $f/x; echo $f").strip();
    becomesIdle();
    assertThat(Path.of(left)).doesNotExist();
  }
}
