package dev.pawl.server.repositories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.workflow.WorkflowFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies of real repositories, by path and over http.
class MirrorsTest {

  @TempDir private Path directory;
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private BareRepository repository;
  private Mirrors mirrors;
  private String commit = "";

  @BeforeEach
  void aRepository() throws IOException, InterruptedException {
    repository = BareRepository.at(directory.resolve("git/acme/app.git"));
    commit = repository.commit(Map.of("file", "one\n", "a/b.yml", "b\n"));
    mirrors = mirrors(Duration.ofMinutes(1));
  }

  private Mirrors mirrors(Duration limit) {
    return new Mirrors(directory.resolve("mirrors"), () -> now, limit);
  }

  private static String read(RepositorySnapshot snapshot, String reference) {
    return snapshot
        .find(reference)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("none");
  }

  private String read(String url, String revision, String reference) {
    try (RepositorySnapshot snapshot = mirrors.snapshot(url, revision)) {
      return read(snapshot, reference);
    }
  }

  private static String whyNot(Runnable reading) {
    String[] why = {""};
    assertThatThrownBy(reading::run)
        .isInstanceOfSatisfying(RepositoryUnavailable.class, e -> why[0] = e.why());
    return why[0];
  }

  @Test
  void filesAreReadAtTheCommitOfARef() throws Exception {
    try (RepositorySnapshot snapshot = mirrors.snapshot(repository.url(), "refs/heads/main")) {
      assertThat(snapshot.commit()).isEmpty();
      assertThat(read(snapshot, "./file")).isEqualTo("one\n");
      repository.commit(Map.of("file", "two\n"));
      assertThat(read(snapshot, "./a/../file")).isEqualTo("one\n");
      assertThat(read(snapshot, "./a/b.yml")).isEqualTo("b\n");
      assertThat(read(snapshot, "./none")).isEqualTo("none");
      assertThat(read(snapshot, "./a")).isEqualTo("none");
      assertThat(snapshot.commit()).hasValue(commit);
    }
    assertThat(read(repository.url(), "", "./file")).isEqualTo("two\n");
    assertThat(read(repository.url(), commit, "./file")).isEqualTo("one\n");
  }

  @Test
  void nothingIsFetchedUnlessAFileIsAskedFor() {
    try (RepositorySnapshot snapshot = mirrors.snapshot("file:///nowhere/at/all", "")) {
      assertThat(read(snapshot, "acme/action@v1")).isEqualTo("none");
      assertThat(read(snapshot, "./../outside")).isEqualTo("none");
      assertThat(snapshot.commit()).isEmpty();
    }
    assertThat(directory.resolve("mirrors")).doesNotExist();
  }

  @Test
  void tagsAndPullRequestsAreRefs() throws Exception {
    repository.git("-c", "user.name=a", "-c", "user.email=a@b", "tag", "-am", "t", "v1");
    repository.git("push", "-q", repository.directory().toString(), "v1");
    repository.set("refs/pull/3/head", commit);
    for (String ref : new String[] {"refs/tags/v1", "refs/pull/3/head"}) {
      try (RepositorySnapshot snapshot = mirrors.snapshot(repository.url(), ref)) {
        assertThat(read(snapshot, "./file")).isEqualTo("one\n");
        assertThat(snapshot.commit()).hasValue(commit);
      }
    }
  }

  @Test
  void aForgeIsFetchedFromByHttp() throws Exception {
    String old = commit;
    repository.commit(Map.of("file", "two\n"));
    try (var forge = new GitHttpServer(directory.resolve("git"))) {
      String url = forge.url("acme/app.git");
      assertThat(read(url, "refs/heads/main", "./file")).isEqualTo("two\n");
      assertThat(read(url, old, "./file")).isEqualTo("one\n");
      forge.requireLogin(GitHttpServer.basic("a", "b"));
      assertThat(whyNot(() -> read(url, "refs/heads/main", "./file")))
          .contains("could not read Username");
    }
  }

  @Test
  void aCommitThatAnOldServerRefusesIsFoundInTheHistory() throws Exception {
    String old = commit;
    repository.commit(Map.of("file", "two\n"));
    try (var forge = new GitHttpServer(directory.resolve("git"))) {
      forge.speaksOldProtocol();
      String url = forge.url("acme/app.git");
      assertThat(read(url, "refs/heads/main", "./file")).isEqualTo("two\n");
      assertThat(read(url, old, "./file")).isEqualTo("one\n");
    }
  }

  @Test
  void whatIsMissingIsNamed() {
    String url = repository.url();
    assertThat(whyNot(() -> read(url, "refs/heads/gone", "./file")))
        .isEqualTo("there is no 'refs/heads/gone'");
    assertThat(whyNot(() -> read(url, "f".repeat(40), "./file")))
        .isEqualTo("there is no commit " + "f".repeat(40));
    assertThat(whyNot(() -> read("file:///nowhere/at/all", "", "./file")))
        .contains("'/nowhere/at/all' does not appear to be a git repository");
  }

  /// `ext` would run a command, and an option would do what it says.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ext::sh -c 'touch owned'",
        "ext://sh%20-c%20id",
        "--upload-pack=touch owned",
        "ssh://-oProxyCommand=id/a/b",
        "git://forge.example/a/b",
        "https://user:password@forge.example/a/b",
        "file://relative/path"
      })
  void otherAddressesAreRefused(String url) {
    assertThat(whyNot(() -> read(url, "", "./file")))
        .contains("must be an http, https, ssh or file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"refs/heads/a b", "refs/heads/../x", "refs/notes/x", "--upload-pack=id", "main"})
  void otherRevisionsAreRefused(String revision) {
    assertThat(whyNot(() -> read(repository.url(), revision, "./file"))).contains("is not the");
  }

  @Test
  void linksLeadNowhereOutOfTheCommit() throws Exception {
    Files.createSymbolicLink(repository.tree().resolve("inside"), Path.of("a/b.yml"));
    Files.createSymbolicLink(repository.tree().resolve("outside"), Path.of("/etc/passwd"));
    Files.createSymbolicLink(repository.tree().resolve("above"), Path.of("../../secret"));
    repository.commit(Map.of("other", "x"));
    try (RepositorySnapshot snapshot = mirrors.snapshot(repository.url(), "")) {
      assertThat(read(snapshot, "./inside")).isEqualTo("b\n");
      assertThat(read(snapshot, "./outside")).isEqualTo("none");
      assertThat(read(snapshot, "./above")).isEqualTo("none");
    }
  }

  @Test
  void aLargeFileIsReadOnlyAsFarAsItMayBe() throws Exception {
    repository.commit(Map.of("large", "x".repeat(3 * WorkflowFile.MAX_BYTES)));
    try (RepositorySnapshot snapshot = mirrors.snapshot(repository.url(), "")) {
      assertThat(snapshot.find("./large").orElseThrow()).hasSize(WorkflowFile.MAX_BYTES + 1);
    }
  }

  @Test
  void hooksOfTheTemplateAreNotRun() throws Exception {
    read(repository.url(), "", "./file");
    Path mirror = directory.resolve("mirrors").resolve(Mirrors.nameOf(repository.url()));
    Path hook = Files.createDirectories(mirror.resolve("hooks")).resolve("reference-transaction");
    Files.writeString(hook, "#!/bin/sh\ntouch %s\n".formatted(directory.resolve("owned")));
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    repository.commit(Map.of("file", "two\n"));
    assertThat(read(repository.url(), "", "./file")).isEqualTo("two\n");
    assertThat(directory.resolve("owned")).doesNotExist();
  }

  @Test
  void onlyTheLatestCopiesAreKept() throws Exception {
    String own = Mirrors.nameOf(repository.url());
    for (int other = 0; other < Mirrors.MOST; other++) {
      Path copy = Files.createDirectories(directory.resolve("mirrors/copy-" + other));
      Files.setLastModifiedTime(copy, FileTime.from(now.minusSeconds(Mirrors.MOST - other)));
    }
    read(repository.url(), "", "./file");
    assertThat(copies()).hasSize(Mirrors.MOST).contains(own, "copy-1").doesNotContain("copy-0");
    now = now.plus(Mirrors.LONGEST_UNUSED).plus(Duration.ofSeconds(1));
    read(repository.url(), "", "./file");
    assertThat(copies()).containsExactly(own);
  }

  private Stream<String> copies() throws IOException {
    try (Stream<Path> found = Files.list(directory.resolve("mirrors"))) {
      return found
          .map(path -> String.valueOf(path.getFileName()))
          .filter(name -> !name.startsWith("."))
          .toList()
          .stream();
    }
  }

  @Test
  void aRepositoryOfAnotherUserIsRead() throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "only root can give files to another user");
    new ProcessBuilder("chown", "-R", "4321", repository.directory().toString())
        .inheritIO()
        .start()
        .waitFor();
    assertThat(read(repository.url(), "", "./file")).isEqualTo("one\n");
  }

  /// It is refused in time for an answer to the request that needs it.
  @Test
  @Timeout(60)
  void allWaitsForARepositoryShareOneDeadline() throws Exception {
    mirrors = mirrors(Duration.ofSeconds(1));
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:%d/a/b".formatted(silent.getLocalPort());
      assertThat(whyNot(() -> read(url, "", "./file")))
          .isEqualTo("reading it took longer than 1 s in all");
    }
  }

  @Test
  void nothingIsStartedAfterTheDeadline() {
    mirrors = mirrors(Duration.ZERO);
    assertThat(whyNot(() -> read(repository.url(), "", "./file")))
        .isEqualTo("reading it took longer than 0 s in all");
    mirrors = mirrors(Duration.ofMinutes(1));
    assertThat(read(repository.url(), "", "./file")).isEqualTo("one\n");
  }

  @Test
  @Timeout(30)
  void aCopyInUseIsWaitedForUntilTheDeadline() throws Exception {
    try (RepositorySnapshot other = mirrors(Duration.ofMinutes(1)).snapshot(repository.url(), "")) {
      assertThat(read(other, "./file")).isEqualTo("one\n");
      mirrors = mirrors(Duration.ofMillis(200));
      assertThat(whyNot(() -> read(repository.url(), "", "./file")))
          .isEqualTo("a server is still reading it for other runs");
    }
  }
}
