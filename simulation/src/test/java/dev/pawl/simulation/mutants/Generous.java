package dev.pawl.simulation.mutants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.RunId;
import java.util.ArrayList;
import java.util.List;

/// Surroundings that are better than they are: agents that can do more, groups with more room.
record Generous(Surroundings around, Mutant mutant) implements Surroundings {

  @Override
  public Group group(String key) {
    Group group = around.group(key);
    if (mutant != Mutant.PLACES_BEYOND_MAX) {
      return group;
    }
    List<Member> roomy = new ArrayList<>();
    for (Member member : group.members()) {
      roomy.add(
          new Member(
              member.run(),
              member.number(),
              member.job(),
              member.attempt(),
              member.arrival(),
              member.max() + 1,
              member.isPlaced(),
              member.supersededBy()));
    }
    return new Group(group.key(), roomy, group.arrivals(), group.version());
  }

  @Override
  public Breaker breaker(String tool) {
    return around.breaker(tool);
  }

  @Override
  public Agent agent(String id) {
    Agent agent = around.agent(id);
    return new Agent(
        agent.key(),
        agent.name(),
        mutant == Mutant.LEASES_WITHOUT_THE_LABEL ? List.of(Agent.ANY) : agent.labels(),
        mutant == Mutant.LEASES_BEYOND_SLOTS ? agent.slots() + 3 : agent.slots(),
        mutant == Mutant.LEASES_TO_A_DRAINING_AGENT ? Agent.Standing.READY : agent.standing(),
        agent.leases(),
        agent.askAgainAt(),
        agent.version());
  }

  @Override
  public List<Place> places(RunId run) {
    return around.places(run);
  }
}
