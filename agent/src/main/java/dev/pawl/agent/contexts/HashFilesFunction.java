package dev.pawl.agent.contexts;

import dev.pawl.agent.process.UntrustedFile;
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
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// The function `hashFiles`: one hash of the hashes of all selected files of the workspace, in the
/// order of the patterns and then of the names. Links to directories are not followed, and no link
/// may lead out of the workspace: the agent may read files that the job may not.
public final class HashFilesFunction {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Set<String> PRIVATE = Set.of("logs", "owners", "work");

  /// The names that are remembered at a time: those of a directory, and of the ones around it.
  private static final int MAX_NAMES = 100_000;

  private final Path workspace;
  private final List<PathGlob> globs = new ArrayList<>();
  private final MessageDigest total = sha256();
  private final long deadline = System.nanoTime() + LIMIT.toNanos();
  private int names;
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
    var hash = new HashFilesFunction(real(workspace));
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

  private static Path real(Path workspace) throws ExpressionError {
    try {
      return workspace.toRealPath();
    } catch (IOException e) {
      throw failed("hashFiles cannot read " + e.getMessage());
    }
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
        Path path = workspace.resolve(String.join("/", beginning));
        if (Files.exists(path) && path.toRealPath().startsWith(workspace)) {
          visit(path, beginning);
        }
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
    } else if (isSelected(names)) {
      add(path);
    }
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

  private void visitAllIn(Path directory, List<String> path) throws IOException, ExpressionError {
    List<String> found = namesIn(directory);
    names += found.size();
    for (String name : found) {
      List<String> below = new ArrayList<>(path);
      below.add(name);
      visit(directory.resolve(name), below);
    }
    names -= found.size();
  }

  private List<String> namesIn(Path directory) throws IOException, ExpressionError {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path entry : all) {
        found.add(entry.getFileName().toString());
        if (names + found.size() > MAX_NAMES) {
          throw failed("hashFiles: a directory has more than %,d entries".formatted(MAX_NAMES));
        }
      }
    } catch (NoSuchFileException _) {
      return List.of(); // gone since it was found
    }
    Collections.sort(found);
    return found;
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
    try (InputStream in = UntrustedFile.open(file, workspace).orElse(null)) {
      if (in == null) {
        return; // no file, or elsewhere
      }
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        checkTime();
      }
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
