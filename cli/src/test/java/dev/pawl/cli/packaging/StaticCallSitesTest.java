package dev.pawl.cli.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `build/StaticCallSites.java` changes no result.
class StaticCallSitesTest {

  private static final String PACKAGE = "dev/pawl/cli/packaging";

  @TempDir Path directory;

  @Test
  void rewrittenCallSitesReturnWhatTheOriginalsReturn() throws Exception {
    Path jar = directory.resolve("rewritten.jar");
    copyClasses(jar);
    assertThat(dynamicCallSites(jar)).contains("typeSwitch", "toString", "hashCode", "equals");

    rewrite(jar);

    assertThat(dynamicCallSites(jar)).isEmpty();
    assertThat(results(jar)).isEqualTo(DynamicCallSites.results());
  }

  private static void copyClasses(Path jar) throws IOException {
    URL loaded = StaticCallSitesTest.class.getResource("DynamicCallSites.class");
    Path classes = Path.of(URI.create(String.valueOf(loaded))).getParent();
    try (FileSystem files = open(jar, Map.of("create", "true"));
        Stream<Path> all = Files.list(classes)) {
      Files.createDirectories(files.getPath(PACKAGE));
      for (Path one :
          all.filter(path -> path.getFileName().toString().startsWith("Dynamic")).toList()) {
        Files.copy(one, files.getPath(PACKAGE, one.getFileName().toString()));
      }
    }
  }

  private static FileSystem open(Path jar, Map<String, String> settings) throws IOException {
    return FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), settings);
  }

  private static void rewrite(Path jar) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "../build/StaticCallSites.java",
                jar.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  /// The names of the calls that a JVM would link at its start, but for lambdas and concatenations,
  /// which the AOT cache keeps.
  private static List<String> dynamicCallSites(Path jar) throws IOException {
    try (FileSystem files = open(jar, Map.of());
        Stream<Path> all = Files.list(files.getPath(PACKAGE))) {
      return all.flatMap(file -> dynamicCalls(file).stream()).toList();
    }
  }

  private static List<String> dynamicCalls(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return ClassFile.of().parse(in.readAllBytes()).methods().stream()
          .flatMap(method -> method.code().stream())
          .flatMap(code -> code.elementStream())
          .flatMap(element ->
              element instanceof InvokeDynamicInstruction site ? Stream.of(site) : Stream.of())
          .filter(site -> site.bootstrapMethod().owner().packageName().equals("java.lang.runtime"))
          .map(site -> site.name().stringValue())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object results(Path jar) throws Exception {
    try (var loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Method results =
          loader.loadClass(DynamicCallSites.class.getName()).getDeclaredMethod("results");
      results.setAccessible(true);
      return results.invoke(null);
    }
  }
}
