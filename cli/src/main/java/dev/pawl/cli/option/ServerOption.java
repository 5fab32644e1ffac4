package dev.pawl.cli.option;

import dev.pawl.cli.client.ServerAccess;
import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.client.UserConfiguration;
import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.service.ServerAuthority;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options `--server`, `--org` and `--ca`. The token is that of the variable `PAWL_TOKEN`, or
/// of `pawl login`: it is never on the command line, which every process of the machine can read.
public final class ServerOption {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = {
        "The server to work on, such as https://ci.example. Default: the variable PAWL_SERVER. Without"
            + " both, a command that also works locally works on the local store, and another one on"
            + " the server of the last `pawl login`."
      })
  private Optional<String> server = Optional.empty();

  @Option(
      names = "--org",
      paramLabel = "ORG",
      description =
          "The org on the server. Default: the variable PAWL_ORG, then the org of the token.")
  private Optional<String> org = Optional.empty();

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = {
        "Certificates in PEM of the authority that signed the server's certificate. Default: the variable"
            + " PAWL_CA, then what `pawl login` was given, then the authorities that Java trusts."
      })
  private Optional<Path> authority = Optional.empty();

  /// Whether `--server` was given, on the command line itself.
  public boolean isFlagGiven() {
    return server.isPresent();
  }

  /// Whether a server is chosen, by the option or by the variable.
  public boolean isGiven() {
    return given().isPresent();
  }

  /// The org that is chosen, by the option or by the variable.
  public Optional<String> org() {
    return org.or(() -> variable("PAWL_ORG"));
  }

  private Optional<String> given() {
    return server.or(() -> variable("PAWL_SERVER"));
  }

  private static Optional<String> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }

  /// The server that is given, or else the one of the last login.
  public ServerClient client() {
    UserConfiguration known = UserConfiguration.read();
    URI address =
        given()
            .map(this::address)
            .or(known::server)
            .orElseThrow(() ->
                new ParameterException(
                    command().commandLine(),
                    "no server given. Run `pawl login URL`, or give --server or PAWL_SERVER."));
    return new ServerClient(access(address, known));
  }

  private ServerAccess access(URI address, UserConfiguration known) {
    Optional<UserConfiguration.Login> login = known.login(address);
    Optional<String> variable = variable("PAWL_TOKEN");
    Optional<String> ofToken =
        variable.isPresent()
            ? Optional.empty()
            : login.map(UserConfiguration.Login::org).filter(name -> !name.isEmpty());
    Optional<Path> trusted =
        authority
            .or(() -> variable("PAWL_CA").map(Path::of))
            .map(file -> WorkingDirectory.of(command()).resolve(file).normalize())
            .or(() -> login.flatMap(UserConfiguration.Login::authority));
    return new ServerAccess(
        address,
        ServerAuthority.context(trusted),
        variable.or(() -> login.map(UserConfiguration.Login::token)).map(String::strip),
        org().or(() -> ofToken));
  }

  private URI address(String text) {
    return ServerAccess.address(text)
        .orElseThrow(() ->
            new ParameterException(
                command().commandLine(),
                "--server expects http://HOST:PORT or https://HOST, not '%s'".formatted(text)));
  }

  private CommandSpec command() {
    return Objects.requireNonNull(command, "picocli sets it");
  }
}
