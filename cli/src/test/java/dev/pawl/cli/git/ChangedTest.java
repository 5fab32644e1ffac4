package dev.pawl.cli.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.trigger.Changes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedTest {

  @TempDir Path directory;

  private Repository repository = new Repository(Path.of(""));

  @BeforeEach
  void provide() {
    repository = Repository.in(directory);
  }

  private WorkingTree tree() {
    try {
      return WorkingTree.at(directory);
    } catch (GitFailure e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> files(Changed changed) {
    assertThat(changed.changes()).isInstanceOf(Changes.Files.class);
    return ((Changes.Files) changed.changes()).paths();
  }

  @Test
  void aPullRequestIsWhatTheBranchDidSinceItLeftItsBase() {
    repository.commit("a", "b");
    repository.git("checkout", "--quiet", "-b", "feature");
    repository.commit("b", "docs/c.md");
    repository.git("checkout", "--quiet", "main");
    repository.commit("only-on-main");
    repository.git("checkout", "--quiet", "feature");
    repository.write("uncommitted", "x");

    Changed changed = Changed.since(tree(), "main");

    assertThat(files(changed)).containsExactly("b", "docs/c.md", "uncommitted");
    assertThat(changed.since()).startsWith("since main (").endsWith("what is not committed");
  }

  @Test
  void aBaseThatIsNotThere() {
    repository.commit("a");

    assertThat(Changed.since(tree(), "nope").changes())
        .isEqualTo(new Changes.Anything("there is no branch 'nope' here"));
    assertThat(Changed.since(tree(), "--output=x").changes()).isInstanceOf(Changes.Anything.class);
  }

  @Test
  void aBaseOfAnotherHistory() {
    repository.commit("a");
    repository.git("checkout", "--quiet", "--orphan", "other");
    repository.commit("b");

    assertThat(Changed.since(tree(), "main").since()).contains("no commit in common");
  }

  @Test
  void aPushSinceWhatWasThereBefore() {
    String before = repository.commit("a");
    repository.commit("b");
    repository.commit("c");

    assertThat(files(Changed.byPush(tree(), before))).containsExactly("b", "c");
  }

  @Test
  void aPushOfWhatTheUpstreamHasNot() throws Exception {
    repository.commit("a");
    Path clone = Files.createTempDirectory(directory.getParent(), "clone");
    repository.git("clone", "--quiet", directory.toString(), clone.toString());
    var cloned = new Repository(clone);
    cloned.commit("b");
    cloned.commit("c");

    Changed changed = Changed.byPush(WorkingTree.at(clone), "0".repeat(40));

    assertThat(files(changed)).containsExactly("b", "c");
    assertThat(changed.since()).contains("upstream");
  }

  @Test
  void aPushIsTheLastCommitWhereNothingElseIsKnown() {
    repository.commit("a");
    assertThat(files(Changed.byPush(tree(), ""))).containsExactly("a");

    repository.commit("b ", "ü\n");
    Changed changed = Changed.byPush(tree(), "deadbeef");

    assertThat(files(changed)).containsExactly("b ", "ü\n");
    assertThat(changed.since()).startsWith("by the last commit");
  }

  @Test
  void nothingIsCommitted() {
    repository.write("a", "x");

    assertThat(files(Changed.byPush(tree(), ""))).containsExactly("a");
  }

  @Test
  void aFileThatMovedIsGoneFromOnePlaceAndNewAtAnother() {
    repository.commit("old/a");
    repository.git("mv", "old", "new");
    repository.git("commit", "--quiet", "--message", "moved");

    assertThat(files(Changed.byPush(tree(), ""))).containsExactly("new/a", "old/a");
  }

  @Test
  void aStatusThatGitDoesNotSayIsNotNothing() {
    repository.commit("a");
    repository.write(".git/index", "nonsense");

    Changed changed = Changed.byPush(tree(), "");

    assertThat(changed.changes()).isInstanceOf(Changes.Anything.class);
    assertThat(changed.since())
        .startsWith("git does not say what has changed by the last commit")
        .contains("index");
  }

  @Test
  void whatTheUserNames() {
    assertThat(files(Changed.named(List.of("./a", "b/c")))).containsExactly("a", "b/c");
  }
}
