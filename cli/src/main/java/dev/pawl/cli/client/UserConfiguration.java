package dev.pawl.cli.client;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.yaml.Utf8Decoder;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlReader;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The user's configuration file, `~/.config/pawl/config.yml`: the servers that they have logged in
/// to, with their tokens. A token is sent to its own server only. Nobody else can read the file.
///
/// @param server the server of the last login
/// @param logins one for each server
public record UserConfiguration(Optional<URI> server, List<Login> logins) {

  private static final String SERVER = "server";
  private static final String SERVERS = "servers";

  public UserConfiguration {
    logins = List.copyOf(logins);
  }

  /// A server and the user's token for it.
  ///
  /// @param org of the token
  /// @param authority the file with the certificates that the server is trusted by, if one was
  ///   given
  public record Login(URI server, String org, String token, Optional<Path> authority) {

    /// Without the token.
    @Override
    public String toString() {
      return "Login[%s]".formatted(server);
    }
  }

  /// The place of the file.
  public static Path file() {
    String given = Optional.ofNullable(System.getenv("XDG_CONFIG_HOME")).orElse("");
    Path base =
        Path.of(given).isAbsolute()
            ? Path.of(given)
            : Path.of(System.getProperty("user.home"), ".config");
    return base.resolve("pawl").resolve("config.yml");
  }

  /// Reads the file, which need not exist.
  ///
  /// @throws EnvironmentException if it cannot be read
  public static UserConfiguration read() {
    Path file = file();
    var findings = new DiagnosticCollector();
    try {
      SourceText source = Utf8Decoder.decode(file.toString(), Files.readAllBytes(file), findings);
      Optional<YamlNode> root = YamlReader.read(source, findings);
      if (findings.hasErrors()) {
        throw new EnvironmentException(findings.diagnosticsOf(source).render());
      }
      return root.filter(YamlMapping.class::isInstance)
          .map(found -> of((YamlMapping) found))
          .orElseThrow(() ->
              new EnvironmentException(
                  "cannot use '%s': it is not a mapping. Delete it, and run `pawl login URL`."
                      .formatted(file)));
    } catch (NoSuchFileException _) {
      return new UserConfiguration(Optional.empty(), List.of());
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)), e);
    }
  }

  private static UserConfiguration of(YamlMapping root) {
    List<Login> logins = new ArrayList<>();
    if (root.entry(SERVERS).map(YamlEntry::value).orElse(null) instanceof YamlSequence servers) {
      servers.items().stream()
          .filter(YamlMapping.class::isInstance)
          .flatMap(item -> login((YamlMapping) item).stream())
          .forEach(logins::add);
    }
    return new UserConfiguration(text(root, SERVER).flatMap(ServerAccess::address), logins);
  }

  private static Optional<Login> login(YamlMapping item) {
    Optional<URI> server = text(item, "url").flatMap(ServerAccess::address);
    Optional<String> token = text(item, "token");
    return server.isPresent() && token.isPresent()
        ? Optional.of(
            new Login(
                server.get(),
                text(item, "org").orElse(""),
                token.get(),
                text(item, "ca").map(Path::of)))
        : Optional.empty();
  }

  private static Optional<String> text(YamlMapping mapping, String key) {
    return mapping
        .entry(key)
        .map(YamlEntry::value)
        .filter(YamlScalar.class::isInstance)
        .map(value -> ((YamlScalar) value).text())
        .filter(text -> !text.isBlank());
  }

  public Optional<Login> login(URI to) {
    return logins.stream().filter(login -> login.server().equals(to)).findFirst();
  }

  /// The same with a login, whose server is the default from now on.
  public UserConfiguration with(Login login) {
    List<Login> all = new ArrayList<>(without(login.server()).logins());
    all.add(login);
    return new UserConfiguration(Optional.of(login.server()), all);
  }

  /// The same without the login to a server.
  public UserConfiguration without(URI left) {
    return new UserConfiguration(
        server.filter(known -> !known.equals(left)),
        logins.stream().filter(login -> !login.server().equals(left)).toList());
  }

  /// Writes the file, as a whole or not at all.
  public void write() {
    Path file = file();
    try {
      Path directory = file.getParent();
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path next =
          Files.createTempFile(
              directory,
              ".config",
              ".yml",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(next, text());
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write '%s': %s".formatted(file, FileErrorMessages.describe(e)), e);
    }
  }

  private String text() {
    var text = new StringBuilder("# Written by `pawl login` and `pawl logout`.\n");
    server.ifPresent(known -> text.append("server: '%s'\n".formatted(known)));
    text.append(logins.isEmpty() ? SERVERS + ": []\n" : SERVERS + ":\n");
    for (Login login : logins) {
      text.append(
          "  - url: '%s'\n    org: '%s'\n    token: '%s'\n"
              .formatted(login.server(), login.org(), login.token()));
      login.authority().ifPresent(ca -> text.append("    ca: '%s'\n".formatted(ca)));
    }
    return text.toString();
  }
}
