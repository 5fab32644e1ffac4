package dev.pawl.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Jobs inherit only the variables of the agent that are listed or named by the operator.
class BaseEnvironmentTest {

  private static final Map<String, String> OWN =
      Map.of(
          "PATH",
          "/bin",
          "LC_ALL",
          "C",
          "https_proxy",
          "p",
          "NO_PROXY",
          "n",
          "TMPDIR",
          "/private",
          "DATABASE_PASSWORD",
          "secret",
          "PAWL_TOKEN",
          "secret",
          "JAVA_HOME",
          "/jdk");

  @Test
  void onlyWhatProgramsNeedIsPassedOn() {
    assertThat(BaseEnvironment.of(OWN, List.of()))
        .containsOnlyKeys("PATH", "LC_ALL", "https_proxy", "NO_PROXY");
  }

  @Test
  void whatTheOperatorNamesIsPassedOnAsWell() {
    assertThat(BaseEnvironment.of(OWN, List.of("JAVA_HOME", "NOT_THERE")))
        .containsOnlyKeys("PATH", "LC_ALL", "https_proxy", "NO_PROXY", "JAVA_HOME");
  }
}
