package dev.pawl.server.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseIdsTest {

  private static final RunId RUN = new RunId("r1");

  private static LeaseIds keyed(int first) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return new LeaseIds(key);
  }

  private static LeaseRef lease(int job, int attempt, int number) {
    return new LeaseRef(new AttemptRef(job, attempt), number);
  }

  @Test
  void theSameLeaseHasTheSameIdWheneverItIsRendered() {
    assertThat(keyed(1).of(RUN, lease(0, 1, 1))).isEqualTo(keyed(1).of(RUN, lease(0, 1, 1)));
  }

  @Test
  void anotherKeyRunJobAttemptOrNumberGivesAnotherId() {
    LeaseIds ids = keyed(1);
    assertThat(
            List.of(
                ids.of(RUN, lease(0, 1, 1)),
                keyed(2).of(RUN, lease(0, 1, 1)),
                ids.of(new RunId("r2"), lease(0, 1, 1)),
                ids.of(RUN, lease(1, 1, 1)),
                ids.of(RUN, lease(0, 2, 1)),
                ids.of(RUN, lease(0, 1, 2)),
                ids.of(RUN, lease(11, 1, 1)),
                ids.of(RUN, lease(1, 11, 1)),
                ids.of(RUN, lease(1, 1, 11))))
        .doesNotHaveDuplicates();
  }

  @Test
  void anIdIsAHashThatRevealsNothingOfItsLease() {
    String id = keyed(1).of(new RunId("deploy"), lease(0, 1, 1));
    assertThat(Base64.getUrlDecoder().decode(id)).hasSize(32);
    assertThat(id).doesNotContain("deploy");
  }

  @Test
  void aLeaseIsFoundByItsIdAndByNoOther() {
    LeaseIds ids = keyed(1);
    String second = ids.of(RUN, lease(0, 1, 2));
    assertThat(ids.number(RUN, lease(0, 1, 3), second)).hasValue(2);
    assertThat(ids.number(RUN, lease(0, 1, 1), second)).isEmpty();
    assertThat(ids.number(RUN, lease(0, 2, 3), second)).isEmpty();
    assertThat(ids.number(new RunId("r2"), lease(0, 1, 3), second)).isEmpty();
    assertThat(keyed(2).number(RUN, lease(0, 1, 3), second)).isEmpty();
  }
}
