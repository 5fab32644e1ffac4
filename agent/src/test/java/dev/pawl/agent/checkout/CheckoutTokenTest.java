package dev.pawl.agent.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.agent.workspace.WorkspaceMode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that a checkout sends a token to.
class CheckoutTokenTest {

  private static final Path HERE = Path.of("/home/ci/app");

  private static Map<String, String> variables(Map<String, String> with, String server)
      throws CheckoutException {
    Map<String, String> github = Map.of("token", "t0k3n", "server_url", server);
    return Checkout.of(
            with,
            name -> github.getOrDefault(name, ""),
            new WorkspaceMode.Fresh(HERE),
            HERE.resolve("work"))
        .variables();
  }

  @ParameterizedTest
  @CsvSource({
    "acme/lib, '', https://github.com/",
    "acme/lib, https://git.acme.example:8443/, https://git.acme.example:8443/",
    "https://GitHub.com/acme/lib, '', https://GitHub.com/",
    "https://github.com:443/acme/lib, '', https://github.com:443/",
  })
  void thatOfTheJobIsForTheServerThatTheRunIsOf(String repository, String server, String shownTo)
      throws CheckoutException {
    assertThat(variables(Map.of("repository", repository), server))
        .containsEntry("GIT_CONFIG_KEY_0", "http." + shownTo + ".extraHeader");
  }

  @ParameterizedTest
  @CsvSource({
    "http://github.com/acme/lib, ''",
    "https://github.com.example/acme/lib, ''",
    "https://github.com@example.org/acme/lib, ''",
    "https://github.com:8443/acme/lib, ''",
    "https://github.com/acme/lib, https://git.acme.example",
    "acme/lib, http://git.acme.example",
    "git@github.com:acme/lib, ''",
  })
  void nobodyElseIsShownIt(String repository, String server) throws CheckoutException {
    assertThat(variables(Map.of("repository", repository), server).keySet())
        .noneMatch(name -> name.startsWith("GIT_CONFIG"));
  }

  @Test
  void aStepsTokenIsForTheServerOfTheStep() throws CheckoutException {
    var with = Map.of("repository", "acme/lib", "github-server-url", "http://x", "token", "mine");
    assertThat(variables(with, "")).containsEntry("GIT_CONFIG_KEY_0", "http.http://x/.extraHeader");
    assertThat(variables(Map.of("repository", "acme/lib", "github-server-url", "http://x"), ""))
        .doesNotContainKey("GIT_CONFIG_KEY_0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://[/x", "https://a b/c", "https:///x", "./a\0b", "/\ud800"})
  void whatIsNoAddressIsRefused(String repository) {
    assertThatExceptionOfType(CheckoutException.class)
        .isThrownBy(() -> variables(Map.of("repository", repository, "token", "mine"), ""));
  }

  @Test
  void anInvalidServerUrlIsRejected() {
    var with = Map.of("repository", "acme/lib", "github-server-url", "-x");
    assertThatExceptionOfType(CheckoutException.class)
        .isThrownBy(() -> variables(with, ""))
        .withMessageContaining("'-x' is not the URL of a server");
  }
}
