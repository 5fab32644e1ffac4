package dev.pawl.cli.errors;

import static java.util.Objects.requireNonNull;

import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// Throws an error in a method of a pawl process, in the thread that executes it next, as if the
/// stack had overflowed there or the memory were exhausted. An [ErrorAgent] in that process does
/// it. (A debugger could too, but the JVM may crash in it when the process halts.)
public final class ErrorInjector {

  private final Path directory;
  private final String[] methods;

  /// @param directory for its files
  /// @param methods as `package.Type#method`
  public ErrorInjector(Path directory, String... methods) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.methods = methods.clone();
    writeJar();
  }

  private void writeJar() throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), ErrorAgent.class.getName());
    String file = ErrorAgent.class.getName().replace('.', '/') + ".class";
    try (var jar = new JarOutputStream(Files.newOutputStream(jar()), manifest);
        InputStream bytes =
            requireNonNull(ErrorAgent.class.getClassLoader().getResourceAsStream(file))) {
      jar.putNextEntry(new JarEntry(file));
      bytes.transferTo(jar);
      jar.closeEntry();
    }
  }

  private Path jar() {
    return directory.resolve("error-agent.jar");
  }

  private Path trigger(String method) {
    return directory.resolve(method.replace('#', '.'));
  }

  /// The option of the JVM in which the errors are thrown.
  public String jvmOption() {
    var points = new StringBuilder();
    for (String method : methods) {
      points.append(points.isEmpty() ? "" : ",").append(method).append('#').append(trigger(method));
    }
    return "-javaagent:%s=%s".formatted(jar(), points);
  }

  /// Lets the next execution of the method overflow the stack.
  public void overflowStackIn(String method) throws IOException {
    Files.createFile(trigger(method));
  }

  /// Lets the next execution of the method run out of memory.
  public void exhaustMemoryIn(String method) throws IOException {
    Path written = Files.writeString(directory.resolve("memory"), "memory");
    Files.move(written, trigger(method));
  }

  /// Waits until the error was thrown, and returns the name of the thread.
  public String awaitThrown(String method) throws IOException {
    Path thrown = directory.resolve(trigger(method).getFileName() + ".thrown");
    Await.until(
        "an error is thrown in " + method,
        () -> Files.exists(thrown) && thrown.toFile().length() > 0);
    String thread = Files.readString(thrown).strip();
    Files.delete(thrown);
    return thread;
  }
}
