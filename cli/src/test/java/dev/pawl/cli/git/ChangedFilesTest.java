package dev.pawl.cli.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.trigger.ChangedPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedFilesTest {

  @TempDir Path directory;

  private TestRepository repository = new TestRepository(Path.of(""));

  @BeforeEach
  void provide() {
    repository = TestRepository.in(directory);
  }

  private WorkingTree tree() {
    try {
      return WorkingTree.at(directory);
    } catch (GitException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> files(ChangedFiles changed) {
    assertThat(changed.changes()).isInstanceOf(ChangedPaths.Known.class);
    return ((ChangedPaths.Known) changed.changes()).paths();
  }

  @Test
  void aPullRequestChangesSinceItsMergeBase() {
    repository.commit("a", "b");
    repository.git("checkout", "--quiet", "-b", "feature");
    repository.commit("b", "docs/c.md");
    repository.git("checkout", "--quiet", "main");
    repository.commit("only-on-main");
    repository.git("checkout", "--quiet", "feature");
    repository.write("uncommitted", "x");

    ChangedFiles changed = ChangedFiles.since(tree(), "main");

    assertThat(files(changed)).containsExactly("b", "docs/c.md", "uncommitted");
    assertThat(changed.since())
        .startsWith("those since main (")
        .endsWith("plus uncommitted changes");
  }

  @Test
  void aMissingBase() {
    repository.commit("a");

    assertThat(ChangedFiles.since(tree(), "nope").changes())
        .isEqualTo(new ChangedPaths.Unknown("branch 'nope' was not found"));
    assertThat(ChangedFiles.since(tree(), "--output=x").changes())
        .isInstanceOf(ChangedPaths.Unknown.class);
  }

  @Test
  void aBaseOfAnotherHistory() {
    repository.commit("a");
    repository.git("checkout", "--quiet", "--orphan", "other");
    repository.commit("b");

    assertThat(ChangedFiles.since(tree(), "main").since()).contains("no common commit");
  }

  @Test
  void aPushSinceTheCommitBefore() {
    String before = repository.commit("a");
    repository.commit("b");
    repository.commit("c");

    assertThat(files(ChangedFiles.byPush(tree(), before))).containsExactly("b", "c");
  }

  @Test
  void aPushSinceTheUpstream() throws Exception {
    repository.commit("a");
    Path clone = Files.createTempDirectory(directory.getParent(), "clone");
    repository.git("clone", "--quiet", directory.toString(), clone.toString());
    var cloned = new TestRepository(clone);
    cloned.commit("b");
    cloned.commit("c");

    ChangedFiles changed = ChangedFiles.byPush(WorkingTree.at(clone), "0".repeat(40));

    assertThat(files(changed)).containsExactly("b", "c");
    assertThat(changed.since()).contains("upstream");
  }

  @Test
  void aPushOfTheLastCommitByDefault() {
    repository.commit("a");
    assertThat(files(ChangedFiles.byPush(tree(), ""))).containsExactly("a");

    repository.commit("b ", "ü\n");
    ChangedFiles changed = ChangedFiles.byPush(tree(), "deadbeef");

    assertThat(files(changed)).containsExactly("b ", "ü\n");
    assertThat(changed.since()).startsWith("those of the last commit");
  }

  @Test
  void nothingIsCommitted() {
    repository.write("a", "x");

    assertThat(files(ChangedFiles.byPush(tree(), ""))).containsExactly("a");
  }

  @Test
  void aMovedFileChangesBothPaths() {
    repository.commit("old/a");
    repository.git("mv", "old", "new");
    repository.git("commit", "--quiet", "--message", "moved");

    assertThat(files(ChangedFiles.byPush(tree(), ""))).containsExactly("new/a", "old/a");
  }

  @Test
  void aFailedGitStatusIsUnknown() {
    repository.commit("a");
    repository.write(".git/index", "nonsense");

    ChangedFiles changed = ChangedFiles.byPush(tree(), "");

    assertThat(changed.changes()).isInstanceOf(ChangedPaths.Unknown.class);
    assertThat(changed.since())
        .startsWith("unknown, because git cannot list the changed files: ")
        .contains("index");
  }

  @Test
  void filesNamedByTheUser() {
    assertThat(files(ChangedFiles.named(List.of("./a", "b/c")))).containsExactly("a", "b/c");
  }
}
