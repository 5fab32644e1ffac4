package dev.pawl.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens: made once, kept as hashes, exchanged once, revoked for good.
class TokenRegistryTest {

  @TempDir private Path directory;
  private SqliteStore store;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private TokenRegistry tokens;

  @BeforeEach
  void aStore() {
    store = SqliteStore.open(directory.resolve("pawl.db"), InstantSource.system(), "");
    tokens = new TokenRegistry(store.tokens(), () -> now);
  }

  @AfterEach
  void closed() {
    store.close();
  }

  @Test
  void aTokenIsKnownByItsSecretAndOnlyItsHashIsKept() throws AuthenticationFailure {
    BearerToken text = tokens.issue("one", List.of("linux", "arm"), "maintainer");
    StoredToken token = tokens.agent(text.text());
    assertThat(token.name()).isEqualTo("one");
    assertThat(token.labels()).containsExactly("linux", "arm");
    assertThat(token.createdBy()).isEqualTo("maintainer");
    assertThat(token.hash()).doesNotContain(text.text().substring(text.text().length() - 40));
    assertThat(text.text()).startsWith("pawl_agent_" + text.id() + "_");
    assertThat(text).asString().doesNotContain(text.text());
  }

  @Test
  void anotherSecretUnderItsIdIsUnknown() {
    BearerToken text = tokens.issue("one", List.of(), "maintainer");
    String other = "pawl_agent_%s_%s".formatted(text.id(), "a".repeat(40));
    isNotLetIn(other, "the token is unknown");
    isNotLetIn("", "the token is unknown");
  }

  @Test
  void aRevokedOneIsOfNoUse() {
    BearerToken text = tokens.issue("one", List.of(), "maintainer");
    assertThat(tokens.revoke(text.id())).isTrue();
    assertThat(tokens.revoke(text.id())).isFalse();
    isNotLetIn(text.text(), "revoked");
    assertThat(tokens.revoked(Set.of(text.id(), "other"))).containsExactly(text.id());
  }

  @Test
  void anEnrolmentIsExchangedOnce() throws AuthenticationFailure {
    BearerToken enrolment = tokens.enrolment("one", List.of("linux"), "maintainer");
    BearerToken agent = tokens.exchangeEnrolment(enrolment.text());
    assertThat(tokens.agent(agent.text()).labels()).containsExactly("linux");
    assertThatThrownBy(() -> tokens.exchangeEnrolment(enrolment.text()))
        .hasMessageContaining("used already");
  }

  @Test
  void ofManyWhoExchangeItAtOnceOneSucceeds() throws Exception {
    BearerToken enrolment = tokens.enrolment("one", List.of(), "maintainer");
    Callable<Boolean> exchange =
        () -> {
          try {
            return tokens.exchangeEnrolment(enrolment.text()).kind() == TokenKind.AGENT;
          } catch (AuthenticationFailure _) {
            return false;
          }
        };
    try (var threads = Executors.newFixedThreadPool(8)) {
      var done = threads.invokeAll(java.util.Collections.nCopies(8, exchange));
      int succeeded = 0;
      for (var each : done) {
        succeeded += each.get() ? 1 : 0;
      }
      assertThat(succeeded).isEqualTo(1);
    }
    assertThat(tokens.all()).hasSize(2);
  }

  @Test
  void anEnrolmentDoesNotLieAboutForLong() {
    BearerToken enrolment = tokens.enrolment("one", List.of(), "maintainer");
    now = now.plus(TokenRegistry.ENROLMENT);
    assertThatThrownBy(() -> tokens.exchangeEnrolment(enrolment.text()))
        .hasMessageContaining("expired");
  }

  @Test
  void eachKindIsGoodForItsOwnPurpose() throws AuthenticationFailure {
    BearerToken admin = tokens.admin("maintainer", "first start");
    assertThat(tokens.user(admin.text()).role()).isEqualTo(Role.SERVER_ADMIN);
    isNotLetIn(admin.text(), "it is a person's token, and this needs an agent's token");
    assertThatThrownBy(() -> tokens.exchangeEnrolment(admin.text()))
        .isInstanceOf(AuthenticationFailure.class);
  }

  private void isNotLetIn(String shown, String why) {
    assertThatThrownBy(() -> tokens.agent(shown))
        .isInstanceOf(AuthenticationFailure.class)
        .hasMessageContaining(why);
  }
}
