package dev.pawl.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A Java source file of any module, main or test.
///
/// @param sourceRoot `core/src/main/java`, for example
/// @param name of the file, without its ending: the top-level type, or `package-info`
record SourceFile(String sourceRoot, String packageName, String name, List<String> lines) {

  static final String PACKAGE_INFO = "package-info";

  private static final Pattern TYPE =
      Pattern.compile("^[a-z@\\s-]*\\b(class|interface|enum|record)\\s+(\\w+).*");

  /// Every source file of the repository, except for the classes that break rules on purpose.
  static List<SourceFile> all() {
    Path root = ImportedClasses.root();
    List<SourceFile> all = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.sorted().toList()) {
        for (String kind : List.of("src/main/java", "src/test/java")) {
          if (Files.isDirectory(module.resolve(kind))) {
            read(root, module.resolve(kind), all);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static void read(Path root, Path sources, List<SourceFile> into) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).sorted().toList()) {
        String packageName = sources.relativize(file.getParent()).toString().replace('/', '.');
        if (!packageName.startsWith(ImportedClasses.OFFENDERS)) {
          into.add(
              new SourceFile(
                  root.relativize(sources).toString(),
                  packageName,
                  file.getFileName().toString().replace(".java", ""),
                  Files.readAllLines(file)));
        }
      }
    }
  }

  boolean isPackageInfo() {
    return name.equals(PACKAGE_INFO);
  }

  /// The first comment in the file, which a `package-info` has about its package.
  String firstComment() {
    var text = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith("///")) {
        text.append(line.substring(3).strip()).append(' ');
      } else if (!text.isEmpty()) {
        break;
      }
    }
    return text.toString().strip();
  }

  /// A type, top-level or nested, and the first line of its comment.
  record TypeComment(String type, String firstLine) {}

  List<TypeComment> typeComments() {
    List<TypeComment> comments = new ArrayList<>();
    String first = "";
    boolean isInComment = false;
    for (String raw : lines) {
      String line = raw.strip();
      if (line.startsWith("///")) {
        first = isInComment ? first : line.substring(3).strip();
        isInComment = true;
      } else {
        var type = TYPE.matcher(line);
        if (!first.isEmpty() && type.matches()) {
          comments.add(new TypeComment(type.group(2), first));
        }
        first = line.startsWith("@") ? first : "";
        isInComment = false;
      }
    }
    return comments;
  }

  @Override
  public String toString() {
    return "%s/%s/%s.java".formatted(sourceRoot, packageName.replace('.', '/'), name);
  }
}
