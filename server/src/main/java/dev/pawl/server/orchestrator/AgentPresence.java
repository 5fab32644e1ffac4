package dev.pawl.server.orchestrator;

import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.dispatch.Dispatcher;
import dev.pawl.server.effects.Outbox;
import java.util.Optional;

/// Who is there: agents that came and left, once that is durable. Owned by the loop.
final class AgentPresence {

  private final int most;
  private final AggregateCache cache;
  private final ConnectedAgents links;
  private final Dispatcher dispatcher;
  private final Outbox outbox;
  private boolean hasNews;

  /// @param most how many agents there may be
  AgentPresence(
      int most, AggregateCache cache, ConnectedAgents links, Dispatcher dispatcher, Outbox outbox) {
    this.most = most;
    this.cache = cache;
    this.links = links;
    this.dispatcher = dispatcher;
    this.outbox = outbox;
  }

  /// Whoever that connection is of.
  Optional<ConnectedAgent> of(AgentLink link) {
    return links.of(link);
  }

  /// Whether there is room for an agent of that id, beside those who are just arriving. For one
  /// that is there already there is.
  boolean hasRoomFor(String agent, int arriving) {
    return links.size() + arriving < most || links.of(agent).isPresent();
  }

  void came(ConnectedAgent linked) {
    links.add(linked);
    hasNews = true;
    outbox.rewind();
    dispatcher.linked(cache.agent(linked.agent()));
  }

  void left(ConnectedAgent linked) {
    links.remove(linked);
    if (links.of(linked.agent()).isEmpty()) {
      dispatcher.unlinked(linked.agent());
    }
  }

  /// Closes the connections of those who are not trusted any more. By now they were told that their
  /// leases are over.
  void shutOut() {
    for (String agent : links.agents()) {
      if (dispatcher.isRevoked(agent)) {
        links
            .of(agent)
            .ifPresent(linked -> {
              linked.link().close(agent + " was revoked");
              left(linked);
            });
      }
    }
  }

  /// Whether somebody came since this was asked last.
  boolean hasNews() {
    return hasNews;
  }

  void look() {
    hasNews = false;
  }
}
