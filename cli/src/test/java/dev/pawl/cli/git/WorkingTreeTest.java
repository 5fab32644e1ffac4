package dev.pawl.cli.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.trigger.EventPayload;
import dev.pawl.workflow.trigger.GitRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkingTreeTest {

  @TempDir Path directory;

  private WorkingTree tree() throws GitException {
    return WorkingTree.at(directory);
  }

  @Test
  void noRepository() {
    assertThatThrownBy(this::tree).hasMessageStartingWith("not a git repository");
    RepositoryState state = RepositoryState.in(directory);
    assertThat(state.tree()).isEmpty();
    assertThat(state.noTreeReason()).isEqualTo("this is not a git repository");
  }

  @Test
  void aRepositoryRejectedByGit() {
    TestRepository.in(directory).write(".git/config", "[core");

    var nothing = new EventPayload(new Value.Dict(new LinkedHashMap<>()));
    ChangedFiles changed = RepositoryState.in(directory).changed(nothing, "");

    assertThat(changed.since()).startsWith("unknown, because git failed: bad config line");
  }

  @Test
  void variablesAreThoseOfGit() {
    String known = TestRepository.in(directory).git("rev-parse", "--local-env-vars");

    assertThat(GitEnvironmentVariables.OF_A_REPOSITORY).containsAll(known.lines().toList());
  }

  @Test
  void signaturesAreNotChecked() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    repository.write(
        "sign",
        """
        #!/bin/sh
        cat >/dev/null
        printf '\\n[GNUPG:] SIG_CREATED \\n' >&2
        echo '-----BEGIN PGP SIGNATURE-----'
        """);
    repository.write("check", "#!/bin/sh\ntouch \"" + directory.resolve("ran") + "\"\n");
    assertThat(directory.resolve("sign").toFile().setExecutable(true)).isTrue();
    assertThat(directory.resolve("check").toFile().setExecutable(true)).isTrue();
    repository.git("config", "gpg.program", directory.resolve("sign").toString());
    repository.git("commit", "--quiet", "--allow-empty", "--gpg-sign", "--message", "signed");
    repository.git("config", "gpg.program", directory.resolve("check").toString());
    repository.git("config", "log.showSignature", "true");

    assertThat(tree().message()).isEqualTo("signed");

    assertThat(directory.resolve("ran")).doesNotExist();
  }

  @Test
  void beforeTheFirstCommit() throws Exception {
    TestRepository.in(directory).write("a", "x");

    assertThat(tree().hasCommits()).isFalse();
    assertThat(tree().ref()).isEqualTo(GitRef.branch("main"));
    assertThat(tree().uncommitted()).containsExactly("a");
  }

  @Test
  void aCommitOnABranch() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    String commit = repository.commit("a");
    repository.git("checkout", "--quiet", "-b", "feature/x");
    Path inside = Files.createDirectory(directory.resolve("inside"));

    WorkingTree tree = WorkingTree.at(inside);

    assertThat(tree.sha()).isEqualTo(commit);
    assertThat(tree.ref()).isEqualTo(GitRef.branch("feature/x"));
    assertThat(tree.root()).isEqualTo(directory.toRealPath());
    assertThat(tree.uncommitted()).isEmpty();
    assertThat(tree.repository()).isEqualTo("local/" + directory.getFileName());
    assertThat(tree.defaultBranch()).contains("main");
  }

  @Test
  void aTag() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    repository.commit("a");
    repository.git("tag", "v1");
    repository.git("checkout", "--quiet", "--detach");

    assertThat(tree().ref()).isEqualTo(GitRef.tag("v1"));
  }

  @Test
  void aDetachedCommit() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    repository.commit("a");
    repository.commit("b");
    repository.git("checkout", "--quiet", "HEAD^");

    assertThat(tree().ref()).isEqualTo(GitRef.NONE);
  }

  @Test
  void uncommittedFiles() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    repository.commit("a", "gone", "old", ".gitignore");
    repository.write("a", "other").write("new/ä b", "x").write(".gitignore", "ignored\n");
    repository.write("ignored", "x");
    repository.git("mv", "old", "moved");
    Files.delete(directory.resolve("gone"));

    assertThat(tree().uncommitted())
        .containsExactlyInAnyOrder("a", "gone", "old", "moved", "new/ä b", ".gitignore");
  }

  @Test
  void warningsOfGitAreIgnored() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    repository.write("a", "one");
    repository.commit("b");
    repository.write(".gitattributes", "!pattern attribute\n".repeat(3000)).write("a", "two");

    assertThat(tree().uncommitted()).containsExactlyInAnyOrder("a", ".gitattributes");
  }

  @Test
  void monitorAndDiffProgramsAreNotRun() throws Exception {
    TestRepository repository = TestRepository.in(directory);
    repository.commit("a");
    repository.write("hook", "#!/bin/sh\ntouch \"" + directory.resolve("ran") + "\"\n");
    assertThat(directory.resolve("hook").toFile().setExecutable(true)).isTrue();
    repository.git("config", "core.fsmonitor", directory.resolve("hook").toString());
    repository.git("config", "diff.external", directory.resolve("hook").toString());

    ChangedFiles.byPush(tree(), "");

    assertThat(directory.resolve("ran")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "https://forge.example/team/tools.git, forge.example, team/tools",
    "https://forge.example/team/tools/, forge.example, team/tools",
    "https://me:token@forge.example:8443/group/sub/tools, forge.example, sub/tools",
    "git@forge.example:team/tools.git, forge.example, team/tools",
    "ssh://git@forge.example:22/team/tools.git, forge.example, team/tools"
  })
  void aRemoteNamesTheRepository(String url, String host, String repository) {
    RemoteRepository remote = RemoteRepository.of(url).orElseThrow();

    assertThat(remote.host()).isEqualTo(host);
    assertThat(remote.repository()).isEqualTo(repository);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/srv/git/tools.git", "../tools", "file:///srv/git/tools", "", "x", "x:y"})
  void otherRemotesAreIgnored(String url) {
    assertThat(RemoteRepository.of(url)).isEqualTo(Optional.empty());
  }

  @Test
  void theRepositoryIsNamedByItsRemote() throws Exception {
    TestRepository.in(directory).git("remote", "add", "origin", "git@forge.example:team/tools.git");

    assertThat(tree().repository()).isEqualTo("team/tools");
  }
}
