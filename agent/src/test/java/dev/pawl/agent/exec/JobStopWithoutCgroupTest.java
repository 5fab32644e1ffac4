package dev.pawl.agent.exec;

import dev.pawl.agent.supervision.ProcessReaper;
import java.io.IOException;
import java.util.Map;

/// The same where no control group holds a job together.
class JobStopWithoutCgroupTest extends JobStopTest {

  @Override
  public ProcessReaper ward(Map<String, String> environment) throws IOException {
    return ProcessReaper.openWithoutGroup(token, environment);
  }
}
