package dev.pawl.server.runtime;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which ready attempt goes to which agent. It learns what is ready and who is busy from the
/// journal's lines, so that its work is proportional to what moves. Owned by the loop.
final class Dispatcher {

  private record Place(RunId run, AttemptRef attempt) {}

  /// A lease to be granted.
  record Grant(RunId run, GrantLease command) {}

  private final Agents agents;
  private final Map<Place, List<String>> ready = new LinkedHashMap<>();
  private final Map<Place, String> holders = new HashMap<>();

  Dispatcher(Agents agents) {
    this.agents = agents;
  }

  /// Learns from a decision.
  void learn(Change change) {
    for (Transition line : change.transitions()) {
      learn(change, line);
    }
  }

  private void learn(Change change, Transition line) {
    RunId run = change.run().id();
    switch (line.cause()) {
      case AttemptMoved(var ref, _, _) -> {
        var place = new Place(run, ref);
        if (line.to().equals(Machine.wireName(AttemptState.QUEUED))) {
          ready.put(place, change.run().plan().job(ref.job()).runsOn());
        } else {
          ready.remove(place);
        }
      }
      case AttemptLeased(var lease, var agent, _) -> {
        ready.remove(new Place(run, lease.attempt()));
        holders.put(new Place(run, lease.attempt()), agent);
        agents.took(agent);
      }
      case LeaseMoved(_, var event, _) when event == LeaseEvent.ACK -> {}
      case LeaseMoved(var lease, _, _) -> {
        String agent = holders.remove(new Place(run, lease.attempt()));
        if (agent != null) {
          agents.gaveBack(agent);
        }
      }
      case RunMoved _, RunPlanned _, LeaseRenewed _, StepMoved _ -> {}
    }
  }

  /// A grant that was refused is not tried again.
  void forget(Grant grant) {
    ready.remove(new Place(grant.run(), grant.command().attempt()));
  }

  /// The next lease that can be granted: the oldest ready attempt that some free agent fits.
  Optional<Grant> next(Instant now) {
    for (var entry : ready.entrySet()) {
      Optional<String> agent = agents.freeFor(entry.getValue(), now);
      if (agent.isPresent()) {
        Place place = entry.getKey();
        return Optional.of(new Grant(place.run(), new GrantLease(place.attempt(), agent.get())));
      }
    }
    return Optional.empty();
  }
}
