package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitNoticeTest {

  private static CommitNotice reserving(String label) {
    return new CommitNotice(
        "o1", true, List.of(new QueueReservation(new RunId("r1"), List.of(label, "linux"))));
  }

  @Test
  void aNoticeSurvivesItsText() {
    CommitNotice notice = reserving("größer");
    assertThat(CommitNotice.decoded(notice.encoded())).isEqualTo(notice);
  }

  @Test
  void aTextThatIsTooLongLosesItsReservationsOnly() {
    assertThat(CommitNotice.decoded(reserving("ß".repeat(4_000)).encoded()))
        .isEqualTo(new CommitNotice("o1", true, List.of()));
  }

  @Test
  void anotherTextWakesEverybody() {
    for (String text : List.of("", "wake up", "{}", "[]")) {
      assertThat(CommitNotice.decoded(text)).isEqualTo(CommitNotice.WORK);
    }
  }
}
