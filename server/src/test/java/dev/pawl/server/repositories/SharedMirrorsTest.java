package dev.pawl.server.repositories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies of repositories of two servers, each a process of its own, in one directory.
@Timeout(120)
class SharedMirrorsTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path directory;
  private BareRepository repository;
  private Path copies;

  @BeforeEach
  void aRepository() throws Exception {
    repository = BareRepository.at(directory.resolve("git/acme/app.git"));
    repository.commit(Map.of("file", "one\n"));
    copies = directory.resolve("mirrors");
  }

  private Mirrors server(Duration limit) {
    return new Mirrors(copies, () -> NOW, limit);
  }

  private ChildJvm otherServer() throws Exception {
    return ChildJvm.start(64, MirrorHolderProcess.class, copies, repository.url());
  }

  private String read(Mirrors mirrors) {
    try (RepositorySnapshot snapshot = mirrors.snapshot(repository.url(), "")) {
      return new String(snapshot.find("./file").orElseThrow(), StandardCharsets.UTF_8);
    }
  }

  /// An address whose copy has another lock than the repository's.
  private String elsewhere() {
    return IntStream.range(0, 100)
        .mapToObj(number -> "file:///elsewhere/" + number)
        .filter(address -> lockNumber(address) != lockNumber(repository.url()))
        .findFirst()
        .orElseThrow();
  }

  private static int lockNumber(String url) {
    return Mirrors.lockNumber(Mirrors.nameOf(url));
  }

  @Test
  void aCopyThatAnotherServerReadsIsLeftAlone() throws Exception {
    Path copy = copies.resolve(Mirrors.nameOf(repository.url()));
    Mirrors mirrors = server(Duration.ZERO);
    try (ChildJvm other = otherServer()) {
      assertThat(other.said(1)).containsExactly("one");
      Files.setLastModifiedTime(
          copy, FileTime.from(NOW.minus(Mirrors.LONGEST_UNUSED).minusSeconds(1)));
      assertThatThrownBy(() -> read(mirrors))
          .isInstanceOfSatisfying(
              RepositoryUnavailable.class,
              e -> assertThat(e.why()).contains("is still reading it for other runs"));
      mirrors.acquire(elsewhere());
      mirrors.release(elsewhere());
      assertThat(copy.resolve("HEAD")).exists();
      other.kill();
      assertThat(other.exit()).isNotZero();
    }
    mirrors.acquire(elsewhere());
    mirrors.release(elsewhere());
    assertThat(copy).doesNotExist();
  }

  @Test
  void aCopyIsFreeWhenTheOtherServerDies() throws Exception {
    try (ChildJvm other = otherServer()) {
      assertThat(other.said(1)).containsExactly("one");
      repository.commit(Map.of("file", "two\n"));
    }
    assertThat(read(server(Duration.ofSeconds(60)))).isEqualTo("two\n");
  }

  /// A clock that fails stands for whatever may fail there.
  @Test
  void aCopyThatCannotBeMadeReadyIsFree() throws Exception {
    var broken =
        new Mirrors(
            copies,
            () -> {
              throw new UncheckedIOException(new IOException("the disk is broken"));
            },
            Duration.ZERO);
    assertThatThrownBy(() -> read(broken))
        .isInstanceOfSatisfying(
            RepositoryUnavailable.class,
            e -> assertThat(e.why()).contains("cannot write its copy", "the disk is broken"));
    assertThat(read(server(Duration.ofSeconds(60)))).isEqualTo("one\n");
  }
}
