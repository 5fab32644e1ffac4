package dev.pawl.agent.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.process.LaunchException;
import dev.pawl.agent.process.SystemUser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The users that an agent takes for its slots.
class SlotUsersTest {

  @TempDir private Path directory;

  @Test
  void aRangeHasNumbersOrNames() {
    assertThat(SlotUsers.parse("200000-200015")).contains(new SlotUsers("", 200_000, 200_015));
    assertThat(SlotUsers.parse("200000..200000")).contains(new SlotUsers("", 200_000, 200_000));
    assertThat(SlotUsers.parse("ci-0..ci-7")).contains(new SlotUsers("ci-", 0, 7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "7-3",
        "0-3",
        "1-2147483647",
        "1-99999999999",
        "a0..b3",
        "ci..ci",
        "-1-3"
      })
  void anythingElseIsNoRange(String text) {
    assertThat(SlotUsers.parse(text)).isEmpty();
  }

  private static List<Integer> uids(List<JobSlot> slots) {
    return slots.stream().map(slot -> slot.user().orElseThrow().uid()).toList();
  }

  @Test
  void twoAgentsHaveDifferentUsers() throws Exception {
    var users = new SlotUsers("", 1_999_999_990, 1_999_999_993);
    var first = new UserClaims(directory);
    var second = new UserClaims(directory);
    assertThat(uids(users.claim(2, first))).containsExactly(1_999_999_990, 1_999_999_991);
    assertThat(uids(users.claim(2, second))).containsExactly(1_999_999_992, 1_999_999_993);
    assertThatThrownBy(() -> users.claim(1, second))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("are not enough for 1 slots");
  }

  @Test
  void numbersOfExistingUsersAreRefused() throws Exception {
    int daemon = SystemUser.named("daemon").uid();
    assertThatThrownBy(() -> new SlotUsers("", daemon, daemon).claim(1, new UserClaims(directory)))
        .hasMessageContaining("is the number of user 'daemon'");
  }

  @Test
  void namesOfMissingUsersAreReported() {
    assertThatThrownBy(() -> new SlotUsers("no-such-", 0, 3).claim(2, new UserClaims(directory)))
        .hasMessage("user 'no-such-0' does not exist");
  }
}
