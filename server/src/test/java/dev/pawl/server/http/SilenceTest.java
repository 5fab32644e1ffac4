package dev.pawl.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceTest {

  private final Silence silence = new Silence();

  @Test
  void itLastsFromTheLastSignOfLife() {
    assertThat(silence.look()).isEqualTo(1);
    assertThat(silence.look()).isEqualTo(2);
    silence.heard();
    assertThat(silence.look()).isEqualTo(1);
  }

  @Test
  void whoWaitsForUsToTakeWhatWasSaidIsNotSilent() {
    silence.takes();
    assertThat(silence.look()).isZero();
    assertThat(silence.look()).isZero();
    silence.hasTaken();
    assertThat(silence.look()).isEqualTo(1);
  }
}
