package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.Holding;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PoolTest {

  private static final List<String> REPOSITORIES = List.of("acme/shop", "acme/site", "acme/tools");

  private final Pool pool = new Pool();

  private static Agent agent(String id) {
    return Agent.unknown(id).registered(id, List.of("linux"), 10);
  }

  private Holding lease(int run) {
    var id = new RunId("run-" + run);
    pool.learn(id, repository(run));
    return new Holding(id, new LeaseRef(new AttemptRef(0, 1), 1));
  }

  private static String repository(int run) {
    return REPOSITORIES.get(run % REPOSITORIES.size());
  }

  @Test
  void whatARepositoryHasInUseIsWhatAgentsHaveNow() {
    var random = new Random(20_261_117);
    List<Agent> agents = new ArrayList<>(List.of(agent("one"), agent("two")));
    for (int step = 0; step < 2_000; step++) {
      int index = random.nextInt(agents.size());
      Agent agent = agents.get(index);
      List<Holding> leases = agent.leases();
      boolean takes = leases.isEmpty() || (leases.size() < 10 && random.nextBoolean());
      Agent after =
          takes
              ? agent.took(lease(step))
              : agent.gaveBack(leases.get(random.nextInt(leases.size())));
      agents.set(index, after);
      pool.put(after.key(), after);
      assertThat(REPOSITORIES)
          .allSatisfy(it -> assertThat(pool.inUse(it)).isEqualTo(held(agents, it)));
    }
  }

  private static int held(List<Agent> agents, String repository) {
    return (int)
        agents.stream()
            .flatMap(agent -> agent.leases().stream())
            .map(lease -> Integer.parseInt(lease.run().value().substring("run-".length())))
            .filter(run -> repository(run).equals(repository))
            .count();
  }

  @Test
  void whoIsGoneHasNothingInUse() {
    Agent agent = agent("one").took(lease(0)).took(lease(3));
    pool.put("one", agent);
    assertThat(pool.inUse("acme/shop")).isEqualTo(2);
    pool.put("one", null);
    assertThat(pool.inUse("acme/shop")).isZero();
  }

  @Test
  void whatAnAgentHasTakenSinceIsNew() {
    Agent before = agent("one").took(lease(0)).took(lease(1)).took(lease(2));
    assertThat(pool.newOf(before)).isEqualTo(before.leases());
    pool.put("one", before);
    assertThat(pool.newOf(before.gaveBack(lease(1)).took(lease(4)))).containsExactly(lease(4));
  }
}
