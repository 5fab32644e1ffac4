package dev.pawl.agent.contexts;

import dev.pawl.expression.ExpressionError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// The function `hashFiles`: one hash of the hashes of all selected files of the workspace, in the
/// order of the patterns and then of the names. Links to directories are not followed.
public final class HashFilesFunction {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Set<String> PRIVATE = Set.of("logs", "owners", "work");

  private final Path workspace;
  private final List<PathGlob> globs = new ArrayList<>();
  private final MessageDigest total = sha256();
  private final long deadline = System.nanoTime() + LIMIT.toNanos();
  private boolean isAnyFound;

  private HashFilesFunction(Path workspace) {
    this.workspace = workspace;
  }

  /// The hash in hexadecimal digits; empty if nothing is selected.
  ///
  /// @param patterns texts of one or more lines, each of which is a pattern
  public static String of(Path workspace, List<String> patterns) throws ExpressionError {
    if (patterns.isEmpty()) {
      throw failed("hashFiles needs a pattern");
    }
    var hash = new HashFilesFunction(workspace);
    for (String pattern : patterns) {
      pattern
          .lines()
          .flatMap(line -> PathGlob.parse(line, workspace.toString()).stream())
          .forEach(hash.globs::add);
    }
    try {
      hash.search();
    } catch (InvalidPathException e) {
      throw failed("hashFiles: '%s' is not a path".formatted(e.getInput().replace('\0', ' ')));
    } catch (IOException | DirectoryIteratorException e) {
      throw failed("hashFiles cannot read " + e.getMessage());
    }
    return hash.isAnyFound ? HexFormat.of().formatHex(hash.total.digest()) : "";
  }

  /// Searches below the literal prefix of each pattern, unless that was searched before.
  private void search() throws IOException, ExpressionError {
    List<List<String>> begun = new ArrayList<>();
    for (PathGlob glob : globs) {
      List<String> beginning = glob.literalPrefix();
      boolean isDone = begun.stream().anyMatch(done -> startsWith(beginning, done));
      boolean isWithin =
          globs.stream()
              .filter(other -> !other.isNegated())
              .map(PathGlob::literalPrefix)
              .anyMatch(wider -> wider.size() < beginning.size() && startsWith(beginning, wider));
      if (!glob.isNegated() && !isDone && !isWithin) {
        begun.add(beginning);
        visit(workspace.resolve(String.join("/", beginning)), beginning);
      }
    }
  }

  private static boolean startsWith(List<String> names, List<String> beginning) {
    return names.size() >= beginning.size() && names.subList(0, beginning.size()).equals(beginning);
  }

  private void visit(Path path, List<String> names) throws IOException, ExpressionError {
    checkTime();
    if (isPrivate(names)) {
      return;
    }
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      String directory = String.join("/", names);
      if (globs.stream().anyMatch(glob -> !glob.isNegated() && glob.mayMatchIn(directory))) {
        visitAllIn(path, names);
      }
    } else if (Files.isRegularFile(path) && isSelected(names) && isWithin(path)) {
      add(path);
    }
  }

  /// A link must not lead out of the workspace: the agent may read files that the job may not.
  private boolean isWithin(Path file) throws IOException {
    return !Files.isSymbolicLink(file) || file.toRealPath().startsWith(workspace.toRealPath());
  }

  private void checkTime() throws ExpressionError {
    if (Thread.currentThread().isInterrupted()) {
      throw failed("hashFiles was interrupted");
    }
    if (System.nanoTime() > deadline) {
      throw failed("hashFiles timed out after " + LIMIT.toSeconds() + " s");
    }
  }

  /// Pawl's own files change while runs are executed, and are not part of the project.
  private static boolean isPrivate(List<String> names) {
    return names.size() > 1
        && names.getFirst().equals(".pawl")
        && (PRIVATE.contains(names.get(1)) || names.get(1).startsWith("pawl.db"));
  }

  private void visitAllIn(Path directory, List<String> names) throws IOException, ExpressionError {
    var entries = new TreeMap<String, Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      all.forEach(entry -> entries.put(entry.getFileName().toString(), entry));
    } catch (NoSuchFileException _) {
      return; // gone since it was found
    }
    for (var entry : entries.entrySet()) {
      List<String> below = new ArrayList<>(names);
      below.add(entry.getKey());
      visit(entry.getValue(), below);
    }
  }

  /// The last matching pattern decides.
  private boolean isSelected(List<String> names) {
    String path = String.join("/", names);
    boolean isSelected = false;
    for (PathGlob glob : globs) {
      isSelected = glob.matches(path) ? !glob.isNegated() : isSelected;
    }
    return isSelected;
  }

  private void add(Path file) throws IOException, ExpressionError {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[64 * 1024];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        checkTime();
      }
    } catch (NoSuchFileException _) {
      return; // gone since it was found
    }
    total.update(digest.digest());
    isAnyFound = true;
  }

  private static ExpressionError failed(String why) {
    return new ExpressionError(ExpressionError.Kind.EVALUATION, why, 0);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
