package dev.pawl.agent.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  public static void root() throws IOException {
    boolean isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    assumeTrue(isRoot, "only root starts processes of others");
  }

  private MachineCapabilities() {}
}
