package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Wait;
import dev.pawl.protocol.Codec;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.server.auth.TokenText;
import dev.pawl.server.auth.Tokens;
import dev.pawl.server.store.SqlStore;
import dev.pawl.server.store.SqliteStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Very many agents at one server: the work still goes to who can do it, at once.
class CrowdIT extends WithServer {

  private static final int MANY = 300;

  private final AtomicInteger welcomed = new AtomicInteger();

  @Test
  void amongManyTheRightOneIsFound() {
    Server server = serve();
    List<TokenText> tokens = new ArrayList<>();
    try (SqlStore store = SqliteStore.open(server.database(), InstantSource.system(), "")) {
      var made = new Tokens(store.tokens(), store::now);
      for (int index = 0; index < MANY; index++) {
        tokens.add(made.issue("idle-" + index, List.of("idle"), "test"));
      }
    }
    HttpClient client = ended(HttpClient.newHttpClient());
    URI door = URI.create("ws://127.0.0.1:%d/api/v1/agents/connect".formatted(server.port()));
    List<CompletableFuture<WebSocket>> open =
        tokens.stream().map(token -> connect(client, door, token)).toList();
    Wait.until(() -> welcomed + " are welcome", () -> welcomed.get() == MANY);

    agent(server, "a");

    assertThat(
            run(server, "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'true' } ] } }\n"))
        .isEqualTo("success");
    assertThat(open).allMatch(one -> !one.join().isInputClosed());
    open.forEach(one -> one.join().abort());
  }

  private CompletableFuture<WebSocket> connect(HttpClient client, URI door, TokenText token) {
    var register =
        new AgentRegister(token.id(), "idle", List.of("idle"), 1, "0", "linux", "x", List.of());
    return client
        .newWebSocketBuilder()
        .header("Authorization", "Bearer " + token.whole())
        .subprotocols("pawl.v1")
        .buildAsync(door, new Welcome())
        .thenCompose(socket -> socket.sendText(Codec.encode(register), true));
  }

  private final class Welcome implements WebSocket.Listener {

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean isLast) {
      if (text.toString().contains("register.ack")) {
        welcomed.incrementAndGet();
      }
      from.request(1);
      return null;
    }
  }
}
