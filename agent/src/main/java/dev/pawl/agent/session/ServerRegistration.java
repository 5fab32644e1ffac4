package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import java.time.Duration;
import java.util.Optional;

/// The agent's connection: none, being made, or there; and whether the server has taken notice of
/// the agent. Until it has, nothing but the registration is sent.
final class ServerRegistration {

  /// How long the server may take to answer the registration before it is said again.
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private sealed interface State {}

  private record Down(Duration dialAt) implements State {}

  private record Dialling() implements State {}

  private record Greeting(ServerLink link, Duration askAgainAt) implements State {}

  private record Open(ServerLink link) implements State {}

  private final String agentId;
  private State state = new Down(Duration.ZERO);
  private int failures;

  ServerRegistration(String agentId) {
    this.agentId = agentId;
  }

  boolean shouldConnect(Duration now) {
    if (state instanceof Down(var dialAt) && now.compareTo(dialAt) >= 0) {
      state = new Dialling();
      return true;
    }
    return false;
  }

  void register(ServerLink link, AgentRegister register, Duration now) {
    state = new Greeting(link, now.plus(PATIENCE));
    link.send(register);
  }

  /// The registration is to be said again, to this link.
  Optional<ServerLink> overdueRegistration(Duration now) {
    return state instanceof Greeting(var link, var at) && now.compareTo(at) >= 0
        ? Optional.of(link)
        : Optional.empty();
  }

  /// The server has taken notice. False if that is not news.
  boolean registered() {
    if (state instanceof Greeting(var link, _)) {
      state = new Open(link);
      failures = 0;
      return true;
    }
    return false;
  }

  /// The connection is gone, or could not be made.
  void disconnected(Duration now) {
    if (!(state instanceof Down)) {
      failures++;
      state = new Down(now.plus(ReconnectBackoff.after(failures, agentId)));
    }
  }

  boolean isRegistered() {
    return state instanceof Open;
  }

  /// Sends it, if there is a way; what must arrive is kept by its sender.
  void send(AgentMessage message) {
    if (state instanceof Open(var link)) {
      link.send(message);
    }
  }

  Optional<Duration> nextWake() {
    return switch (state) {
      case Down(var dialAt) -> Optional.of(dialAt);
      case Greeting(_, var askAgainAt) -> Optional.of(askAgainAt);
      case Dialling _, Open _ -> Optional.empty();
    };
  }
}
