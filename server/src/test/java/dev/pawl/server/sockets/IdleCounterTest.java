package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleCounterTest {

  private final IdleCounter silence = new IdleCounter();

  @Test
  void itLastsFromTheLastSignOfLife() {
    assertThat(silence.increment()).isEqualTo(1);
    assertThat(silence.increment()).isEqualTo(2);
    silence.reset();
    assertThat(silence.increment()).isEqualTo(1);
  }

  @Test
  void whoWaitsForUsToTakeWhatWasSaidIsNotSilent() {
    silence.beginRead();
    assertThat(silence.increment()).isZero();
    assertThat(silence.increment()).isZero();
    silence.endRead();
    assertThat(silence.increment()).isEqualTo(1);
  }
}
