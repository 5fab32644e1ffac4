package dev.pawl.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A rule about source files: how types are named, commented and put into packages.
///
/// @param exceptions what may break it, with the reason; one that is not needed breaks the rule
record SourceRule(
    String name, Function<List<SourceFile>, List<Finding>> check, Map<String, String> exceptions) {

  /// Something that breaks a rule.
  ///
  /// @param subject a type, a package or a name: what an exception would list
  record Finding(String subject, String problem) {}

  static final int MOST_FILES = 25;

  private static final int SHORTEST_COMMENT = 60;
  private static final Pattern RIDDLE =
      Pattern.compile("^(What|Who|Whoever|Whatever|How)\\b.*", Pattern.CASE_INSENSITIVE);

  static final List<SourceRule> ALL =
      List.of(
          new SourceRule("a simple name is used once", SourceRule::repeatedNames, Map.of()),
          new SourceRule("a class comment says what the class is", SourceRule::riddles, Map.of()),
          new SourceRule(
              "a package has at most 25 files",
              SourceRule::largePackages,
              Map.of(
                  "core/src/main/java dev.pawl.core.engine",
                  "its parts share package-private drafts; splitting it would make them public")),
          new SourceRule("a package says what lives there", SourceRule::silentPackages, Map.of()));

  /// Findings that no exception allows, and exceptions that no finding needs.
  List<String> problems(List<SourceFile> files) {
    Set<String> unused = new LinkedHashSet<>(exceptions.keySet());
    List<String> problems = new ArrayList<>();
    for (Finding finding : check.apply(files)) {
      unused.remove(finding.subject());
      if (!exceptions.containsKey(finding.subject())) {
        problems.add(finding.problem());
      }
    }
    unused.forEach(subject -> problems.add("an exception that is not needed: " + subject));
    return problems;
  }

  private static List<Finding> repeatedNames(List<SourceFile> files) {
    Map<String, List<SourceFile>> byName = new LinkedHashMap<>();
    for (SourceFile file : files) {
      if (!file.isPackageInfo()) {
        byName.computeIfAbsent(file.name(), _ -> new ArrayList<>()).add(file);
      }
    }
    List<Finding> findings = new ArrayList<>();
    byName.forEach((name, all) -> {
      if (all.size() > 1) {
        findings.add(new Finding(name, "the name '%s' is used by %s".formatted(name, all)));
      }
    });
    return findings;
  }

  private static List<Finding> riddles(List<SourceFile> files) {
    List<Finding> findings = new ArrayList<>();
    for (SourceFile file : files) {
      for (SourceFile.TypeComment comment : file.typeComments()) {
        if (RIDDLE.matcher(comment.firstLine()).matches()) {
          findings.add(
              new Finding(
                  comment.type(),
                  "%s: the comment of '%s' does not say what it is: %s"
                      .formatted(file, comment.type(), comment.firstLine())));
        }
      }
    }
    return findings;
  }

  private static Map<String, List<SourceFile>> byPackage(List<SourceFile> files) {
    return files.stream()
        .collect(
            Collectors.groupingBy(
                file -> file.sourceRoot() + " " + file.packageName(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private static List<Finding> largePackages(List<SourceFile> files) {
    List<Finding> findings = new ArrayList<>();
    byPackage(files)
        .forEach((room, all) -> {
          if (all.size() > MOST_FILES) {
            findings.add(new Finding(room, "%s has %d files".formatted(room, all.size())));
          }
        });
    return findings;
  }

  /// Tests share the `package-info` of what they test.
  private static List<Finding> silentPackages(List<SourceFile> files) {
    Map<String, String> comments = new LinkedHashMap<>();
    for (SourceFile file : files) {
      comments.putIfAbsent(file.packageName(), "");
      if (file.isPackageInfo()) {
        comments.merge(file.packageName(), file.firstComment(), String::concat);
      }
    }
    List<Finding> findings = new ArrayList<>();
    comments.forEach((name, comment) -> {
      if (comment.length() < SHORTEST_COMMENT) {
        findings.add(
            new Finding(
                name, "no package-info says what lives in %s: '%s'".formatted(name, comment)));
      }
    });
    return findings;
  }

  @Override
  public String toString() {
    return name;
  }
}
