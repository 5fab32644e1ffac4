package dev.pawl.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.HeldLease;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgentPoolTest {

  private static final RepositoryKey SHOP = new RepositoryKey("acme", "acme/shop");

  private static final List<RepositoryKey> REPOSITORIES =
      List.of(
          SHOP, new RepositoryKey("acme", "acme/site"), new RepositoryKey("umbrella", "acme/shop"));

  private final AgentPool pool = new AgentPool();

  private static Agent agent(String id) {
    return Agent.unknown(id).registered("acme", id, List.of("linux"), 10);
  }

  private HeldLease lease(int run) {
    var id = new RunId("run-" + run);
    pool.learn(id, repository(run));
    return new HeldLease(id, new LeaseRef(new AttemptRef(0, 1), 1));
  }

  private static RepositoryKey repository(int run) {
    return REPOSITORIES.get(run % REPOSITORIES.size());
  }

  @Test
  void whatARepositoryHasInUseIsWhatAgentsHaveNow() {
    var random = new Random(20_261_117);
    List<Agent> agents = new ArrayList<>(List.of(agent("one"), agent("two")));
    for (int step = 0; step < 2_000; step++) {
      int index = random.nextInt(agents.size());
      Agent agent = agents.get(index);
      List<HeldLease> leases = agent.leases();
      boolean takes = leases.isEmpty() || (leases.size() < 10 && random.nextBoolean());
      Agent after =
          takes
              ? agent.withLease(lease(step))
              : agent.withoutLease(leases.get(random.nextInt(leases.size())));
      agents.set(index, after);
      pool.put(after.key(), after);
      assertThat(REPOSITORIES)
          .allSatisfy(it -> assertThat(pool.inUse(it)).isEqualTo(held(agents, it)));
    }
  }

  private static int held(List<Agent> agents, RepositoryKey repository) {
    return (int)
        agents.stream()
            .flatMap(agent -> agent.leases().stream())
            .map(lease -> Integer.parseInt(lease.run().value().substring("run-".length())))
            .filter(run -> repository(run).equals(repository))
            .count();
  }

  @Test
  void whoIsGoneHasNothingInUse() {
    Agent agent = agent("one").withLease(lease(0)).withLease(lease(3));
    pool.put("one", agent);
    assertThat(pool.inUse(SHOP)).isEqualTo(2);
    pool.put("one", null);
    assertThat(pool.inUse(SHOP)).isZero();
  }

  @Test
  void whatAnAgentHasTakenSinceIsNew() {
    Agent before = agent("one").withLease(lease(0)).withLease(lease(1)).withLease(lease(2));
    assertThat(pool.newOf(before)).isEqualTo(before.leases());
    pool.put("one", before);
    assertThat(pool.newOf(before.withoutLease(lease(1)).withLease(lease(4))))
        .containsExactly(lease(4));
  }
}
