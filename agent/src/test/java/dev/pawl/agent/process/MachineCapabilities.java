package dev.pawl.agent.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.UUID;

/// Capabilities that not every machine has, for tests that need them.
public final class MachineCapabilities {

  /// Skips the test if no control group can be made.
  public static void controlGroups() {
    var group = Cgroups.open("test-" + UUID.randomUUID());
    assumeTrue(group.isPresent(), "no cgroup of version 2 can be made here");
    boolean _ = group.get().killAndRemove();
  }

  /// Skips the test if processes cannot run as another user.
  public static void root() {
    assumeTrue(SystemUser.isRoot(), "only root starts processes of others");
  }

  private MachineCapabilities() {}
}
