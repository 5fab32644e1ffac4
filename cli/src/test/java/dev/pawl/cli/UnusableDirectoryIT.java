package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.DirectoryProcesses;
import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Directories that cannot be written to.
class UnusableDirectoryIT extends EndToEndFixture {

  private static final String ONE_STEP =
      "on: push\njobs: { a: { runs-on: x, steps: [ { run: touch started } ] } }\n";

  @Test
  void aFileInPlaceOfTheDirectoryIsReported() {
    workflow(ONE_STEP);
    write(".pawl", "in the way");

    pawl("run", "w.yml").exits(3).complains("cannot write to").complains(".pawl");

    assertThat(directory.resolve("started")).doesNotExist();
    assertThat(directory.resolve(".pawl")).hasContent("in the way");
    assertNoProcessLeft();
  }

  @Test
  void aReadOnlyDirectoryIsReported() throws IOException, InterruptedException {
    workflow(ONE_STEP);
    List<String> asNobody =
        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");
    List<String> readJar = new ArrayList<>(asNobody);
    readJar.addAll(List.of("test", "-r", System.getProperty("pawl.jar", "")));
    assumeTrue(works(readJar.toArray(String[]::new)), "another user cannot read the jar");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));

    CommandResult ended = start(directory, Map.of(), asNobody, "run", "w.yml").end().exits(3);

    ended.complains("cannot write to").complains("permission denied");
    assertThat(directory.resolve(".pawl")).doesNotExist();
    assertNoProcessLeft();
  }

  @Test
  void aFullDiskEndsTheRunWithAMessage() throws IOException, InterruptedException {
    Path small = mount("1m");
    try {
      Files.writeString(
          small.resolve("w.yml"),
          """
          on: push
          jobs:
            a: { runs-on: x, steps: [ { run: cat /dev/zero >filler || true; yes; } ] }
            b: { needs: a, runs-on: x, steps: [ { run: 'true' } ] }
          """);

      CommandResult ended = start(small, Map.of(), List.of(), "run", "w.yml").end().exits(3);

      // Whichever comes first: a log, or a commit.
      String full = "pawl: cannot write .*: (No space left on device|the disk is full)";
      ended.complainsOf(full);
      assertNoProcessLeft();
      Files.delete(small.resolve("filler"));
      start(small, Map.of(), List.of(), "runs").end().exits(0).says("was interrupted");
      start(small, Map.of(), List.of(), "resume").end().exits(3).complainsOf(full);
    } finally {
      DirectoryProcesses.killIn(directory);
      run("umount", small.toString());
    }
  }

  @Test
  void runsCanBeReadAndPrunedOnAFullDisk() throws IOException, InterruptedException {
    Path small = mount("4m");
    try {
      Files.writeString(
          small.resolve("w.yml"),
          "on: push\njobs: { a: { runs-on: x, steps: [ { run: head -c 300000 /dev/zero } ] } }\n");
      start(small, Map.of(), List.of(), "run", "w.yml").end().exits(0);
      start(small, Map.of(), List.of(), "run", "w.yml").end().exits(0);
      run("sh", "-c", "cat /dev/zero >'" + small + "/filler' 2>/dev/null");

      inSmall(small, "runs").exits(0).says("#1").says("#2");
      inSmall(small, "show", "1").exits(0).says("success");
      inSmall(small, "logs", "1").exits(0);
      inSmall(small, "doctor").exits(0).complains("is full: 0 KiB free");
      inSmall(small, "prune", "--keep-runs", "1").exits(0).says("Deleted 1 run.");
      inSmall(small, "runs").exits(0).says("#2");
      assertThat(small.toFile().getUsableSpace()).isGreaterThan(300_000);
    } finally {
      DirectoryProcesses.killIn(directory);
      run("umount", small.toString());
    }
  }

  private static CommandResult inSmall(Path small, String command, String... arguments) {
    List<String> line = new ArrayList<>(List.of(command, "-C", small.toString()));
    line.addAll(List.of(arguments));
    return InProcessCommand.pawl(line.toArray(String[]::new));
  }

  @Test
  void aFullDiskAtTheStartIsReported() throws IOException, InterruptedException {
    Path small = mount("64k");
    try {
      Files.writeString(small.resolve("w.yml"), ONE_STEP);
      run("sh", "-c", "cat /dev/zero >'" + small + "/filler' 2>/dev/null");

      CommandResult ended = start(small, Map.of(), List.of(), "run", "w.yml").end().exits(3);

      assertThat(ended.err()).containsAnyOf("No space left on device", "the disk is full");
      assertNoProcessLeft();
    } finally {
      run("umount", small.toString());
    }
  }

  private Path mount(String size) throws IOException, InterruptedException {
    Path small = Files.createDirectory(directory.resolve("small"));
    boolean mounted =
        works("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", small.toString());
    assumeTrue(mounted, "nothing can be mounted here");
    return small;
  }

  private static boolean works(String... command) throws InterruptedException {
    try {
      return run(command) == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
