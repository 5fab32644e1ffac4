package dev.pawl.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryIdentityTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://forge.example/acme/shop",
        "https://forge.example/acme/shop/",
        "https://forge.example/acme/shop.git",
        "https://forge.example/acme/shop.git//",
        "https://forge.example//acme/shop",
        "https://FORGE.example:443/acme/shop",
        "http://forge.example:80/acme/shop",
        "https://user:pa:ss@wo@rd@forge.example/acme/shop.git",
        "https://forge.example/acme/shop?token=secret",
        "https://forge.example/acme/shop#fragment",
        "ssh://git@forge.example:22/acme/shop.git",
        "git@forge.example:acme/shop.git",
        "git@Forge.Example:/acme/shop",
        "forge.example/acme/shop"
      })
  void spellingsOfOneAddressAreEqual(String address) {
    assertThat(RepositoryIdentity.of(address)).isEqualTo("forge.example/acme/shop");
  }

  @ParameterizedTest
  @CsvSource({
    "https://forge.example/Acme/shop, forge.example/Acme/shop",
    "https://forge.example:8443/acme/shop, forge.example:8443/acme/shop",
    "ssh://git@forge.example:2222/acme/shop, forge.example:2222/acme/shop",
    "https://[::1]:3000/acme/shop.git, [::1]:3000/acme/shop",
    "https://forge.example/acme/shop.github, forge.example/acme/shop.github",
    "https://forge.example, forge.example"
  })
  void whatTellsRepositoriesApartRemains(String address, String reduced) {
    assertThat(RepositoryIdentity.of(address)).isEqualTo(reduced);
  }

  @ParameterizedTest
  @CsvSource({
    "file:///srv/git/shop.git, /srv/git/shop",
    "file://localhost/srv/git/shop.git, /srv/git/shop",
    "/srv/git/shop.git/, /srv/git/shop",
    "/home/dev/shop/.git, /home/dev/shop",
    "/home/dev/c#/shop, /home/dev/c%23/shop"
  })
  void directoriesAreTheirPaths(String address, String reduced) {
    assertThat(RepositoryIdentity.of(address)).isEqualTo(reduced);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a#b:acme/shop",
        "https://a#b/acme/shop",
        "/srv/c#",
        "file:///srv/c#",
        "git@h:c#/d"
      })
  void noIdentityContainsTheSeparatorOfGroups(String address) {
    assertThat(RepositoryIdentity.of(address)).doesNotContain("#");
  }

  @Test
  void noAddressStaysNone() {
    assertThat(RepositoryIdentity.of("")).isEmpty();
  }
}
