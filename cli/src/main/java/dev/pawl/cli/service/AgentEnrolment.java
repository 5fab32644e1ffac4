package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Exchanges an enrolment token for the agent's own token, and stores that.
public final class AgentEnrolment {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int CREATED = 201;
  private static final int UNAUTHORIZED = 401;
  private static final String FAILED = "enrolment failed: ";

  /// The agent's token. An agent that was enrolled before keeps its token: the exchange works only
  /// once, and a repeated start must not fail.
  ///
  /// @throws UnauthorizedException if the server rejects the enrolment token
  public static String with(
      List<URI> servers, SSLContext tls, String enrolment, AgentDirectory agentDirectory)
      throws InterruptedException {
    return agentDirectory
        .token()
        .orElseGet(() ->
            exchanged(servers, tls, TokenArgument.ofEnrolment(enrolment).text(), agentDirectory));
  }

  private static String exchanged(
      List<URI> servers, SSLContext tls, String enrolment, AgentDirectory agentDirectory) {
    String problem = "";
    for (URI server : servers) {
      try (HttpClient client =
          HttpClient.newBuilder().connectTimeout(TIMEOUT).sslContext(tls).build()) {
        HttpRequest request =
            HttpRequest.newBuilder(server.resolve("/api/v1/agents/enrol"))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + enrolment)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode answer = new JsonMapper().readTree(response.body());
        if (response.statusCode() == CREATED) {
          String token = answer.path("token").asString("");
          agentDirectory.storeToken(token);
          return token;
        }
        problem = answer.path("detail").asString("HTTP status " + response.statusCode());
        if (response.statusCode() == UNAUTHORIZED) {
          throw new UnauthorizedException(FAILED + problem);
        }
      } catch (SSLHandshakeException e) {
        problem =
            "the certificate of '%s' is not trusted: %s. Name its authority with --ca"
                .formatted(server, e.getMessage());
      } catch (IOException e) {
        problem = "no reply from '%s'".formatted(server);
      } catch (JacksonException e) {
        problem = "'%s' is not a Pawl server".formatted(server);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new EnvironmentException(FAILED + problem);
  }

  private AgentEnrolment() {}
}
