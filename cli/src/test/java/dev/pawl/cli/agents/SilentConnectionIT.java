package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.FaultProxy.Way;
import dev.pawl.cli.process.Await;
import org.junit.jupiter.api.Test;

/// A connection that nothing comes from is none, on either side.
class SilentConnectionIT extends ServerFixture {

  private static final String JOB =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'echo hi; sleep %s' } ] } }\n";

  @Test
  void anAgentThatStandsStillIsGivenNothing() {
    ServerProcess server = serve("--heartbeat", "1", "--lease-ttl", "60");
    AgentProcess still = agent(server, "still");
    still.signal("STOP");
    Await.until(server::console, () -> server.console().contains("has gone"));

    agent(server, "awake");

    assertThat(run(server, JOB.formatted("0"))).isEqualTo("success");
    still.signal("CONT");
    Await.until(still::console, () -> still.console().split("connected to", -1).length > 2);
  }

  @Test
  void anAgentThatHearsNothingComesAgainBeforeItsLeaseIsOver() {
    ServerProcess server = serve("--heartbeat", "1", "--lease-ttl", "60");
    AgentProcess agent = agent(server, "a");
    String run = ask(server, JOB.formatted("8"));
    agent.untilItSays("▸ a of run");

    agent.proxy().stall(Way.TO_AGENT);
    agent.untilItSays("nothing was heard of the server");
    agent.proxy().flow();

    assertThat(end(server, run)).isEqualTo("success");
    assertThat(agent.console()).doesNotContain("attempt 2");
  }
}
