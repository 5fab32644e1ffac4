package dev.pawl.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The directory `docs` of the repository that the tests run in.
public final class DocsDirectory {

  public static Path docs() {
    return root().resolve("docs");
  }

  /// The outermost directory that is part of the build.
  private static Path root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .takeWhile(directory -> Files.exists(directory.resolve("pom.xml")))
        .reduce((_, outer) -> outer)
        .orElseThrow();
  }

  private DocsDirectory() {}
}
