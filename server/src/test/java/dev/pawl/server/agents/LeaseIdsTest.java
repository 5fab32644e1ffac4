package dev.pawl.server.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.keys.KeyRing;
import java.time.Instant;
import java.time.InstantSource;
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

  /// When the second key of the ring is used.
  private static final Instant ROTATION = Instant.parse("2026-06-01T00:00:00Z");

  private static RunId createdAt(Instant time) {
    return new IdGenerator(InstantSource.fixed(time)).run();
  }

  @Test
  void aRunKeepsTheKeyThatWasUsedWhenItWasCreated() {
    byte[] first = new byte[32];
    byte[] second = new byte[32];
    second[0] = 1;
    var before = new LeaseIds(KeyRing.of(first));
    var after = new LeaseIds(KeyRing.of(first).plus(new KeyRing.Key(ROTATION, second)));
    var onlySecond = new LeaseIds(KeyRing.of(second));
    RunId old = createdAt(ROTATION.minusMillis(1));
    RunId recent = createdAt(ROTATION);
    assertThat(after.of(old, lease(0, 1, 1))).isEqualTo(before.of(old, lease(0, 1, 1)));
    assertThat(after.number(old, lease(0, 1, 2), before.of(old, lease(0, 1, 1)))).hasValue(1);
    assertThat(after.of(recent, lease(0, 1, 1))).isEqualTo(onlySecond.of(recent, lease(0, 1, 1)));
    assertThat(after.of(RUN, lease(0, 1, 1))).isEqualTo(before.of(RUN, lease(0, 1, 1)));
  }
}
