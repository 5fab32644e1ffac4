package dev.pawl.server.sockets;

import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.server.auth.AuthenticationFailure;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks of an agent that connects: its token when the socket is opened, and then what it
/// registers as.
///
/// @param tokens by which agents are authenticated
record AgentHandshake(TokenRegistry tokens) {

  /// Most jobs that one agent may execute at once.
  static final int MOST_SLOTS = 1_000;

  private static final String VERSION = "pawl.v1";
  private static final HeaderName SUBPROTOCOL = HeaderNames.create("Sec-WebSocket-Protocol");
  private static final int MOST_LABELS = 100;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_ID = 64;

  /// Headers of the answer to an upgrade.
  static final Headers PROTOCOL = WritableHeaders.create().add(SUBPROTOCOL, VERSION);

  /// The token that the connection is opened by.
  ///
  /// @throws RequestException if it is not an agent's, or the request is not an agent's
  StoredToken authenticate(Headers headers) {
    // A browser says where its page is from; an agent has no page.
    if (headers.contains(HeaderNames.ORIGIN)) {
      throw rejected(Status.FORBIDDEN_403, "connections from web pages are not accepted");
    }
    boolean speaksOurs =
        headers.contains(SUBPROTOCOL)
            && List.of(headers.get(SUBPROTOCOL).get().split(",\\s*")).contains(VERSION);
    if (!speaksOurs) {
      throw rejected(
          Status.BAD_REQUEST_400, "unsupported subprotocol: this server speaks " + VERSION);
    }
    String bearer = headers.value(HeaderNames.AUTHORIZATION).orElse("");
    if (!bearer.startsWith("Bearer ")) {
      throw rejected(
          Status.UNAUTHORIZED_401, "no token; send one in the header Authorization: Bearer TOKEN");
    }
    try {
      return tokens.agent(bearer.substring("Bearer ".length()).strip());
    } catch (AuthenticationFailure e) {
      throw rejected(Status.UNAUTHORIZED_401, e.reason());
    } catch (StoreUnavailable e) {
      throw rejected(Status.SERVICE_UNAVAILABLE_503, String.valueOf(e.getMessage()));
    }
  }

  private static RequestException rejected(Status status, String reason) {
    return RequestException.builder()
        .type(DirectHandler.EventType.OTHER)
        .status(status)
        .message(reason)
        .setKeepAlive(false)
        .build();
  }

  /// The reason to reject a registration, if there is one.
  static Optional<String> problem(AgentRegister register, StoredToken token) {
    if (!register.agentId().equals(token.id())) {
      return Optional.of("the token belongs to another agent");
    }
    if (register.slots() < 1 || register.slots() > MOST_SLOTS) {
      return Optional.of("an agent has 1 to %d slots".formatted(MOST_SLOTS));
    }
    if (register.labels().size() > MOST_LABELS) {
      return Optional.of("too many labels: at most %d".formatted(MOST_LABELS));
    }
    Optional<String> wrong = texts(register).filter(text -> !isValid(text)).findFirst();
    if (wrong.isPresent()) {
      return Optional.of(
          "its name, version, system or a label has control characters or more than %d letters"
              .formatted(LONGEST_NAME));
    }
    if (register.instance() == null) {
      return Optional.of("it does not say which installation it is. Upgrade the agent");
    }
    if (!isValid(register.instance())) {
      return Optional.of(
          "invalid instance: ids and host have 1 to %d letters".formatted(LONGEST_ID));
    }
    return register.labels().stream()
        .filter(label -> !token.labels().isEmpty() && !token.labels().contains(label))
        .findFirst()
        .map(label ->
            "its token does not allow the label '%s' (allowed: %s)"
                .formatted(label, String.join(", ", token.labels())));
  }

  /// The texts that it describes itself by.
  private static Stream<String> texts(AgentRegister register) {
    return Stream.concat(
        Stream.of(register.name(), register.version(), register.os(), register.arch()),
        register.labels().stream());
  }

  private static boolean isValid(String text) {
    return text.length() <= LONGEST_NAME && text.chars().noneMatch(Character::isISOControl);
  }

  private static boolean isValid(Instance instance) {
    return Stream.of(instance.id(), instance.process(), instance.host())
        .allMatch(text -> text.length() <= LONGEST_ID && text.matches("[\\w.:-]+"));
  }

  /// The registration with the token's name and labels in the place of those that it lacks.
  static AgentRegister completed(AgentRegister register, StoredToken token) {
    AgentRegister named = register.name().isBlank() ? register.withName(token.name()) : register;
    return named.labels().isEmpty() ? named.withLabels(token.labels()) : named;
  }
}
