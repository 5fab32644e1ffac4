package dev.pawl.server.repositories;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A bare copy of one repository, with as much of it as was asked for. Used by one thread at a
/// time.
///
/// @param url the address that it is fetched from
/// @param deadline of everything that is done with it
record Mirror(Path directory, String url, SnapshotDeadline deadline) {

  /// The largest copy; a larger one is made anew, and a fetch that makes it larger is ended.
  static final long MOST_BYTES = 512L << 20;

  static final Duration FETCH_LIMIT = Duration.ofSeconds(60);

  private static final List<String> SHALLOW = List.of("--depth=1");
  private static final Duration READ_LIMIT = Duration.ofSeconds(20);
  private static final int LONGEST_HEADER = 1_000;
  private static final Pattern URL =
      Pattern.compile("(https?|ssh)://[^\\s/-][^\\s/]*/\\S+|file:///\\S+");
  private static final Pattern LOGIN = Pattern.compile("https?://[^/]*@.*");
  private static final Pattern REF =
      Pattern.compile("HEAD|refs/(heads|tags|pull)/[^\\x00-\\x20\\x7f~^:?*\\[\\\\]+");
  private static final Pattern TRANSIENT =
      Pattern.compile(
          "timed out|too slow|Temporary failure|Failed to connect|[Cc]onnection (refused|reset|closed)"
              + "|returned error: (429|5\\d\\d)|early EOF|hung up|unreachable|No route to host"
              + "|No space left|Read-only file system|cannot create|unable to (create|write)|index-pack"
              + "|[Oo]ut of memory");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}([0-9a-f]{24})?");

  /// Nothing else becomes an argument of git.
  Mirror {
    if (!URL.matcher(url).matches() || LOGIN.matcher(url).matches()) {
      throw RepositoryUnavailable.missing(
          "it must be an http, https, ssh or file URL without a password");
    }
  }

  /// Fetches what a ref points at; the commit.
  ///
  /// @param ref a full name, as `refs/heads/main`; `HEAD` for the default branch
  /// @throws RepositoryUnavailable if it cannot be fetched
  public String fetchRef(String ref) {
    if (!REF.matcher(ref).matches() || ref.contains("..")) {
      throw RepositoryUnavailable.missing("'%s' is not the full name of a ref".formatted(ref));
    }
    prepare();
    MirrorGit.Result fetched = fetch(SHALLOW, "+" + ref + ":refs/pawl/fetched");
    if (!fetched.isSuccess()) {
      throw failed(fetched, "there is no '%s'".formatted(ref));
    }
    return commit("refs/pawl/fetched")
        .orElseThrow(() -> RepositoryUnavailable.missing("'%s' is no commit".formatted(ref)));
  }

  /// Fetches a commit, unless it is there. Where a server gives only what a ref points at,
  /// everything is fetched that its branches and tags lead to.
  ///
  /// @throws RepositoryUnavailable if it cannot be fetched
  public String fetchCommit(String commit) {
    if (!COMMIT.matcher(commit).matches()) {
      throw RepositoryUnavailable.missing("'%s' is not the id of a commit".formatted(commit));
    }
    prepare();
    if (commit(commit).isEmpty()) {
      MirrorGit.Result fetched = fetch(SHALLOW, "+" + commit + ":refs/pawl/fetched");
      if (!fetched.isSuccess() && fetched.error().contains("unadvertised")) {
        boolean isShallow = Files.exists(directory.resolve("shallow"));
        fetched =
            fetch(
                isShallow ? List.of("--unshallow") : List.of(),
                "+refs/heads/*:refs/pawl/heads/*",
                "+refs/tags/*:refs/pawl/tags/*");
      }
      if (!fetched.isSuccess()) {
        throw failed(fetched, "there is no commit " + commit);
      }
    }
    return commit(commit)
        .orElseThrow(() -> RepositoryUnavailable.missing("there is no commit " + commit));
  }

  /// The beginning of a file at a commit that was fetched; none if there is no such file. Symbolic
  /// links are followed within the commit only.
  ///
  /// @param path from the root of the repository, without `..`
  /// @param most the number of bytes that are read at most
  public Optional<byte[]> read(String commit, String path, int most) {
    boolean isPath = !path.isEmpty() && path.chars().noneMatch(Character::isISOControl);
    if (!isPath || !COMMIT.matcher(commit).matches()) {
      return Optional.empty();
    }
    MirrorGit.Result found =
        git()
            .run(
                READ_LIMIT,
                () -> false,
                commit + ":" + path + "\n",
                LONGEST_HEADER + most,
                "cat-file",
                "--batch",
                "--follow-symlinks");
    return contents(found, most);
  }

  /// The output is `<id> blob <size>`, a line end, and the file; anything else is no file.
  private static Optional<byte[]> contents(MirrorGit.Result found, int most) {
    byte[] output = found.output();
    int end = 0;
    while (end < Math.min(output.length, LONGEST_HEADER) && output[end] != '\n') {
      end++;
    }
    String[] header = new String(output, 0, end, StandardCharsets.UTF_8).split(" ", -1);
    if (!found.isSuccess() || header.length != 3 || !header[1].equals("blob")) {
      return Optional.empty();
    }
    int size = (int) Math.min(Long.parseLong(header[2]), most);
    int available = Math.min(size, output.length - end - 1);
    byte[] file = new byte[Math.max(0, available)];
    System.arraycopy(output, end + 1, file, 0, file.length);
    return Optional.of(file);
  }

  /// Makes an empty copy, if there is none or if it has become too large.
  private void prepare() {
    if (isTooLarge()) {
      Mirrors.delete(directory);
    }
    MirrorGit.Result made = git().run(READ_LIMIT, () -> false, "init", "-q", "--bare");
    if (!made.isSuccess()) {
      throw RepositoryUnavailable.unreachable("the server cannot write its copy: " + made.reason());
    }
  }

  private MirrorGit.Result fetch(List<String> options, String... refs) {
    List<String> line =
        new ArrayList<>(List.of("fetch", "-q", "--force", "--no-tags", "--no-recurse-submodules"));
    line.add("--no-write-fetch-head");
    line.addAll(options);
    if (url.startsWith("file:")) {
      // It may belong to another user of this machine.
      line.add("--upload-pack=git -c safe.directory='*' upload-pack");
    }
    line.addAll(List.of("--", url));
    line.addAll(List.of(refs));
    return git().run(FETCH_LIMIT, this::isTooLarge, line.toArray(String[]::new));
  }

  private Optional<String> commit(String name) {
    MirrorGit.Result found =
        git().run(READ_LIMIT, () -> false, "rev-parse", "-q", "--verify", name + "^{commit}");
    return found.isSuccess() ? Optional.of(found.line()) : Optional.empty();
  }

  /// What may work later is the repository's server that does not answer, or the disk of ours.
  /// Everything else is wrong with the address, or with the rights to read there.
  private static RepositoryUnavailable failed(MirrorGit.Result fetched, String missing) {
    boolean isMissing =
        fetched.error().contains("couldn't find remote ref")
            || fetched.error().contains("not our ref");
    if (isMissing) {
      return RepositoryUnavailable.missing(missing);
    }
    return TRANSIENT.matcher(fetched.error()).find()
        ? RepositoryUnavailable.unreachable(fetched.reason())
        : RepositoryUnavailable.missing(fetched.reason());
  }

  private boolean isTooLarge() {
    return bytes() > MOST_BYTES;
  }

  /// The size of its files, as far as they can be read.
  long bytes() {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | java.io.UncheckedIOException _) {
      return 0;
    }
  }

  private MirrorGit git() {
    return new MirrorGit(directory, deadline);
  }
}
