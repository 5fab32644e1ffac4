package dev.pawl.agent.supervision;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.pawl.agent.process.SetsidLauncher;
import dev.pawl.agent.workspace.HostOptions;
import java.io.IOException;
import java.util.Map;

/// The same without a control group and without the C library's `posix_spawn`.
class BackgroundProcessWithoutCgroupTest extends BackgroundProcessTest {

  @Override
  public ProcessReaper reaper(Map<String, String> environment) throws IOException {
    return ProcessReaper.openWithoutGroup(token, environment);
  }

  @Override
  public HostOptions host() {
    return HostOptions.defaults().withLauncher(new SetsidLauncher());
  }

  @Override
  void hasAGroupOfItsOwn() {
    abort("this is the machine that has no control groups");
  }
}
