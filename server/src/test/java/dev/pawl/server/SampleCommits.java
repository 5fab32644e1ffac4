package dev.pawl.server;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.run.Origin;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Commits for tests that do not care much about them.
public final class SampleCommits {

  public static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  /// An agent that takes whatever there is, as much as it likes.
  public static final String AGENT = "a1";

  private static final Engine ENGINE = new Engine(Deadlines.DEFAULT);

  /// Of these changes and nothing else, with an id of its own.
  public static Commit of(Change... changes) {
    return new Commit(UUID.randomUUID().toString(), List.of(changes), List.of(), List.of());
  }

  public static void commit(Store store, Change... changes) {
    store.commit(of(changes));
  }

  public static void delivered(Store store, List<Long> effects) {
    store.commit(new Commit(UUID.randomUUID().toString(), List.of(), effects, List.of()));
  }

  public static void heard(Store store, Commit.AcceptedMessage... heard) {
    store.commit(new Commit(UUID.randomUUID().toString(), List.of(), List.of(), List.of(heard)));
  }

  public static void register(Store store, String agent, int slots, String... labels) {
    if (store.agent(agent).version() == 0) {
      commit(
          store,
          change(
              store,
              agent,
              new AgentStateCommand.Register(
                  Actor.agent(agent), Origin.DEFAULT_ORG, agent, List.of(labels), slots)));
    }
  }

  /// What the command would change of an agent.
  public static Change change(Store store, String agent, AgentStateCommand command) {
    if (ENGINE.decide(store.agent(agent), command, BEGINNING)
        instanceof Decision.Accepted accepted) {
      return new Change(accepted, BEGINNING, Optional.empty());
    }
    throw new IllegalStateException("not accepted: " + command);
  }

  private SampleCommits() {}
}
