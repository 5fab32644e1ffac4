package dev.pawl.agent.exec;

import dev.pawl.agent.supervision.ProcessReaper;
import java.io.IOException;
import java.util.Map;

/// The same without a control group.
class JobStopWithoutCgroupTest extends JobStopTest {

  @Override
  public ProcessReaper reaper(Map<String, String> environment) throws IOException {
    return ProcessReaper.openWithoutGroup(token, environment);
  }
}
