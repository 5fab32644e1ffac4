package dev.pawl.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The classes that the rules are applied to, and how many there should be.
final class ImportedClasses {

  static final String ROOT = "dev.pawl";
  static final String OFFENDERS = "dev.pawl.architecture.offenders";

  /// All classes of ours on the class path that ship. Tests, which come in jars as well, are left
  /// out.
  static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(ROOT);

  /// The classes that break each rule on purpose.
  static final JavaClasses OFFENDING = new ClassFileImporter().importPackages(OFFENDERS);

  /// How many source files a module has, each of which gives one class at least.
  static long filesOf(String module) {
    Path sources = root().resolve(module).resolve("src/main/java");
    if (!Files.isDirectory(sources)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(file -> file.toString().endsWith(".java")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How many classes of a module were found on the class path.
  static long classesOf(String module) {
    return MAIN.stream()
        .filter(type -> (type.getPackageName() + ".").startsWith(ROOT + "." + module + "."))
        .count();
  }

  /// The outermost directory that is still part of the build.
  static Path root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .takeWhile(directory -> Files.exists(directory.resolve("pom.xml")))
        .reduce((_, outer) -> outer)
        .orElseThrow();
  }

  private ImportedClasses() {}
}
