package dev.pawl.cli.service;

import dev.pawl.server.store.StoreUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Exchanges an enrolment token for the token of an agent, which is kept.
public final class AgentEnrolment {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int CREATED = 201;
  private static final int UNAUTHORIZED = 401;
  private static final String FAILED = "the agent could not be enrolled: ";

  /// The token. An agent that was enrolled before keeps the one that it has: the exchange can be
  /// done once only, and a start that is tried again must not fail of it.
  ///
  /// @throws NotAdmitted if the server does not take the enrolment token
  public static String with(List<URI> servers, String enrolment, AgentDirectory home)
      throws InterruptedException {
    return home.token()
        .orElseGet(() -> exchanged(servers, TokenArgument.ofEnrolment(enrolment).text(), home));
  }

  private static String exchanged(List<URI> servers, String enrolment, AgentDirectory home) {
    String problem = "";
    for (URI server : servers) {
      try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
        HttpRequest request =
            HttpRequest.newBuilder(server.resolve("/api/v1/agents/enrol"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + enrolment)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode answer = new JsonMapper().readTree(response.body());
        if (response.statusCode() == CREATED) {
          String token = answer.path("token").asString("");
          home.storeToken(token);
          return token;
        }
        problem = answer.path("detail").asString("HTTP status " + response.statusCode());
        if (response.statusCode() == UNAUTHORIZED) {
          throw new UnauthorizedException(FAILED + problem);
        }
      } catch (IOException e) {
        problem = "%s does not answer".formatted(server);
      } catch (JacksonException e) {
        problem = "%s is no Pawl server".formatted(server);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new StoreUnavailable(FAILED + problem);
  }

  private AgentEnrolment() {}
}
