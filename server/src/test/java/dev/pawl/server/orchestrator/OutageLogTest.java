package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/// An outage whose turns fail and succeed in turn is logged once.
class OutageLogTest {

  private final List<String> lines = new ArrayList<>();
  private final OutageLog outages =
      new OutageLog(
          (Logger)
              Proxy.newProxyInstance(
                  Logger.class.getClassLoader(),
                  new Class<?>[] {Logger.class},
                  (_, method, _) -> {
                    lines.add(method.getName());
                    return null;
                  }));

  @Test
  void turnsThatSucceedBetweenDoNotEndIt() {
    long calm = OutageLog.CALM.toNanos();
    outages.succeeded(0);
    for (long time = 0; time < 40 * calm; time += calm / 2) {
      outages.failed("the disk is full", time);
      outages.succeeded(time + 1);
    }
    assertThat(lines).containsExactly("warn");
    outages.succeeded(41 * calm);
    outages.succeeded(42 * calm);
    assertThat(lines).containsExactly("warn", "info");
    outages.failed("the disk is full", 43 * calm);
    assertThat(lines).containsExactly("warn", "info", "warn");
  }
}
