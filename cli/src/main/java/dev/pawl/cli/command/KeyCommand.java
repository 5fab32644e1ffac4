package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ServerDataOption;
import dev.pawl.cli.service.KeyFile;
import dev.pawl.cli.service.ServerData;
import dev.pawl.server.keys.KeyRing;
import dev.pawl.server.keys.KeyRows;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pawl key`: adds a key to a server's key file, lists them, and forgets a lost one.
@Command(
    name = "key",
    description = {
      "Rotate the keys of a server: the file `key` in its data directory.",
      "All servers of one store need the same file. The store has the keys' fingerprints only."
    })
public final class KeyCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  /// Prints the usage when no subcommand is given.
  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
    line.usage(line.getOut());
  }

  @Command(
      name = "add",
      description = {
        "Add a key that is used for runs created later.",
        "Then copy the file `key` to all servers of the store, and restart them before that time."
      })
  int add(
      @Mixin ServerDataOption data,
      @Option(
              names = "--hours",
              paramLabel = "N",
              defaultValue = "24",
              description = "Use it after this time. Default: 24.")
          int hours) {
    if (hours < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec, "picocli sets it").commandLine(),
          "--hours must be at least 1");
    }
    KeyFile file = data.data().existing().prepared().keyFile();
    Instant from = Instant.now().plus(Duration.ofHours(hours)).truncatedTo(ChronoUnit.SECONDS);
    KeyRing.Key key = file.add(from);
    System.out.println(
        "added key '%s', used from %s. Copy '%s' to all servers of the store, and restart them before that time."
            .formatted(key.id(), key.from(), file.file()));
    return ExitCode.SUCCESS;
  }

  @Command(name = "list", description = "List the keys of the file and of the store.")
  int list(@Mixin ServerDataOption data) {
    ServerData where = data.data().existing().prepared();
    List<KeyRing.Key> inFile = where.keyFile().exists() ? where.keyFile().read().keys() : List.of();
    var lines = new TreeMap<String, String>();
    try (SqlStore store = where.open()) {
      for (KeyRows.StoredKey key : store.keys().all()) {
        lines.put(key.from() + " " + key.id(), line(key.id(), key.from(), "missing in the file"));
      }
      for (KeyRing.Key key : inFile) {
        String place = key.from() + " " + key.id();
        lines.put(
            place,
            line(
                key.id(),
                key.from(),
                lines.containsKey(place) ? "in use" : "not in use before a server starts with it"));
      }
    }
    lines.values().forEach(System.out::println);
    return ExitCode.SUCCESS;
  }

  private static String line(String id, Instant from, String what) {
    return "%s  from %s  %s".formatted(id, from, what);
  }

  @Command(
      name = "forget",
      description = {
        "Forget a key that is lost, so that servers start without it.",
        "Jobs that are running under it are stopped and lost. Stop all servers first."
      })
  int forget(
      @Mixin ServerDataOption data,
      @Parameters(paramLabel = "ID", description = "The key's id, as printed by `pawl key list`.")
          String id) {
    ServerData where = data.data().existing().prepared();
    boolean isInFile =
        where.keyFile().exists()
            && where.keyFile().read().keys().stream().anyMatch(key -> key.id().equals(id));
    if (isInFile) {
      System.err.println(
          "pawl: the key '%s' is not lost: '%s' has it".formatted(id, where.keyFile().file()));
      return ExitCode.INVALID;
    }
    try (SqlStore store = where.open()) {
      if (store.keys().forget(id)) {
        System.out.println("forgot " + PrintableText.line(id));
        return ExitCode.SUCCESS;
      }
    }
    System.err.println(
        "pawl: key '%s' not found. Run `pawl key list`.".formatted(PrintableText.line(id)));
    return ExitCode.INVALID;
  }
}
