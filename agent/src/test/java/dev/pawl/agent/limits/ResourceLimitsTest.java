package dev.pawl.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The limits of a job: their defaults and their spelling.
class ResourceLimitsTest {

  private static final long GIB = 1L << 30;

  @Test
  void slotsDivideWhatTheMachineHas() {
    assertThat(ResourceLimits.part(10 * GIB, 4, 1)).isEqualTo(new ResourceLimits(9 * GIB, 16384));
    assertThat(ResourceLimits.part(10 * GIB, 4, 3).memory()).isEqualTo(3 * GIB);
    assertThat(ResourceLimits.part(GIB, 1, 100)).isEqualTo(new ResourceLimits(256L << 20, 2048));
  }

  @Test
  void sizesHaveAUnit() {
    assertThat(ResourceLimits.parseMemory("512M")).contains(512L << 20);
    assertThat(ResourceLimits.parseMemory("4g")).contains(4 * GIB);
    assertThat(ResourceLimits.parseMemory("none")).contains(0L);
    assertThat(ResourceLimits.parseMemory("512")).isEmpty();
    assertThat(ResourceLimits.parseMemory("0M")).isEmpty();
    assertThat(new ResourceLimits(512L << 20, 0).memoryText()).isEqualTo("512 MiB");
    assertThat(new ResourceLimits(4 * GIB, 0).memoryText()).isEqualTo("4 GiB");
  }
}
