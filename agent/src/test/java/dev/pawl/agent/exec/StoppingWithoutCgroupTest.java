package dev.pawl.agent.exec;

import java.io.IOException;
import java.util.Map;

/// The same where no control group holds a job together.
class StoppingWithoutCgroupTest extends StoppingTest {

  @Override
  Ward ward(Map<String, String> environment) throws IOException {
    return Ward.openWithoutGroup(token, environment);
  }
}
