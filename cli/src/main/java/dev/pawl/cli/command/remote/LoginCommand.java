package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerAccess;
import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.client.UserConfiguration;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.service.ServerAuthority;
import dev.pawl.server.api.document.Administration.WhoDocument;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl login`: checks a token and stores it with its server.
@Command(
    name = "login",
    description = {
      "Store a server and your token for it in ~/.config/pawl/config.yml, which only you can read."
          + " The token is asked for, or read from standard input; the server checks it first.",
      "The server is then the default of the commands that need one."
    })
public final class LoginCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(paramLabel = "URL", description = "The server, such as https://ci.example.")
  private String server = "";

  @Option(names = "--token-file", paramLabel = "FILE", description = "Read the token from FILE.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "Certificates in PEM of the authority that signed the server's certificate. Default: the"
              + " authorities that the Java runtime trusts.")
  private Optional<Path> authority = Optional.empty();

  @Override
  public Integer call() throws IOException {
    URI address =
        ServerAccess.address(server)
            .orElseThrow(() ->
                project.usageError(
                    "URL expects http://HOST:PORT or https://HOST, not '%s'".formatted(server)));
    String token = token(address);
    if (!token.matches("[\\w.-]+")) {
      throw project.usageError(
          token.isEmpty()
              ? "no token given"
              : "the token is malformed: it has characters that no token has");
    }
    Optional<Path> trusted = authority.map(project::resolve);
    var access =
        new ServerAccess(
            address, ServerAuthority.context(trusted), Optional.of(token), Optional.empty());
    try (var client = new ServerClient(access)) {
      WhoDocument me = client.get("/api/v1/whoami", WhoDocument.class);
      UserConfiguration.read()
          .with(new UserConfiguration.Login(address, me.org(), token, trusted))
          .write();
      System.out.println(
          PrintableText.line(
              "Logged in to %s as %s, with the role %s in the org '%s'. The token is in %s."
                  .formatted(address, me.user(), me.role(), me.org(), UserConfiguration.file())));
    }
    return ExitCode.SUCCESS;
  }

  private String token(URI address) throws IOException {
    if (file.isPresent()) {
      try {
        return Files.readString(project.resolve(file.get())).strip();
      } catch (IOException e) {
        throw project.usageError(
            "cannot read '%s': %s".formatted(file.get(), FileErrorMessages.describe(e)));
      }
    }
    Optional<String> typed = TerminalInfo.askSecret("Token for %s: ".formatted(address));
    if (typed.isPresent()) {
      return typed.get().strip();
    }
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    return Optional.ofNullable(input.readLine()).orElse("").strip();
  }
}
