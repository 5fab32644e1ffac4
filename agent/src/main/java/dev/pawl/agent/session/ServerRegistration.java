package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import java.time.Duration;
import java.util.Optional;

/// The state of the agent's connection and registration. Until the server has acknowledged the
/// registration, nothing else is sent.
final class ServerRegistration {

  /// The time after which an unanswered registration is repeated.
  static final Duration REGISTER_TIMEOUT = Duration.ofSeconds(5);

  private sealed interface State {}

  private record Disconnected(Duration connectAt) implements State {}

  private record Connecting() implements State {}

  private record Registering(ServerLink link, Duration repeatAt) implements State {}

  private record Registered(ServerLink link) implements State {}

  private final String agentId;
  private State state = new Disconnected(Duration.ZERO);
  private int failures;

  ServerRegistration(String agentId) {
    this.agentId = agentId;
  }

  boolean shouldConnect(Duration now) {
    if (state instanceof Disconnected(var connectAt) && now.compareTo(connectAt) >= 0) {
      state = new Connecting();
      return true;
    }
    return false;
  }

  void register(ServerLink link, AgentRegister register, Duration now) {
    state = new Registering(link, now.plus(REGISTER_TIMEOUT));
    link.send(register);
  }

  /// The link on which the registration has to be repeated now.
  Optional<ServerLink> overdueRegistration(Duration now) {
    return state instanceof Registering(var link, var at) && now.compareTo(at) >= 0
        ? Optional.of(link)
        : Optional.empty();
  }

  /// The server has acknowledged the registration. Returns false if the agent was registered
  /// already.
  boolean registered() {
    if (state instanceof Registering(var link, _)) {
      state = new Registered(link);
      failures = 0;
      return true;
    }
    return false;
  }

  /// The connection was lost, or could not be made.
  void disconnected(Duration now) {
    if (!(state instanceof Disconnected)) {
      failures++;
      state = new Disconnected(now.plus(ReconnectBackoff.after(failures, agentId)));
    }
  }

  boolean isRegistered() {
    return state instanceof Registered;
  }

  /// Sends a message, if the agent is registered. The caller repeats what must arrive.
  void send(AgentMessage message) {
    if (state instanceof Registered(var link)) {
      link.send(message);
    }
  }

  Optional<Duration> nextWake() {
    return switch (state) {
      case Disconnected(var connectAt) -> Optional.of(connectAt);
      case Registering(_, var repeatAt) -> Optional.of(repeatAt);
      case Connecting _, Registered _ -> Optional.empty();
    };
  }
}
