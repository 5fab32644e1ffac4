package dev.pawl.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The deletion of what a job has left, however it has left it.
class DirectoryDeletionTest {

  @TempDir private Path directory;

  private Path leftBy(String script) throws IOException, InterruptedException {
    Path tree = Files.createDirectory(directory.resolve("tree"));
    var shell = new ProcessBuilder("bash", "-ec", script).directory(tree.toFile()).inheritIO();
    assertThat(shell.start().waitFor()).isZero();
    return tree;
  }

  /// Deeper than a path can be long.
  @Test
  void aTreeIsDeletedHoweverDeepItIs() throws Exception {
    Path tree =
        leftBy(
            """
            nest() {
              for n in $(seq "$2"); do
                mkdir -p "new/$1"; touch "new/$1/file"
                [ ! -d deep ] || mv deep "new/$1"
                mv new deep
              done
              mv deep "$3"
            }
            nest "$(printf 'a/%.0s' $(seq 100))" 60 narrow
            nest "$(printf 'n%.0s' $(seq 250))" 40 wide
            """);
    DirectoryDeletion.delete(tree);
    assertThat(tree).doesNotExist();
  }

  @Test
  void linksPipesAndOddNamesAreDeletedAndNotFollowed() throws Exception {
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.createFile(other.resolve("file"));
    Path tree =
        leftBy(
            """
            ln -s ../other link; ln -s ../other/file file-link; mkfifo pipe
            mkdir $'new\\nline'; touch $'new\\nline/\\xff' -- -rf
            """);
    DirectoryDeletion.delete(tree);
    assertThat(tree).doesNotExist();
    assertThat(other.resolve("file")).exists();
  }

  @Test
  void aDirectoryWithoutPermissionsIsDeleted() throws Exception {
    Path tree = leftBy("mkdir -p a/b; touch a/b/c; chmod 0 a/b; chmod 0 a; chmod 0 .");
    DirectoryDeletion.delete(tree);
    assertThat(tree).doesNotExist();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }
}
