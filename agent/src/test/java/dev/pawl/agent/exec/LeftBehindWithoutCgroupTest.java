package dev.pawl.agent.exec;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.pawl.agent.process.SetsidLauncher;
import java.io.IOException;
import java.util.Map;

/// The same on a machine that has neither control groups nor the C library's way to start a
/// process.
class LeftBehindWithoutCgroupTest extends LeftBehindTest {

  @Override
  Ward ward(Map<String, String> environment) throws IOException {
    return Ward.openWithoutGroup(token, environment);
  }

  @Override
  Hosting hosting() {
    return Hosting.plain().by(new SetsidLauncher());
  }

  @Override
  void hasAGroupOfItsOwn() {
    abort("this is the machine that has no control groups");
  }
}
