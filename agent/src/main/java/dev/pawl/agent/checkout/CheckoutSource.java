package dev.pawl.agent.checkout;

import dev.pawl.agent.workspace.WorkspaceMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The repository that a checkout fetches from.
///
/// @param address a URL, or the path of a repository on this machine
/// @param isOwn whether it is the repository of the run
record CheckoutSource(String address, boolean isLocal, boolean isOwn) {

  private static final Pattern URL = Pattern.compile("[a-z+]+://\\S+|\\w[\\w.-]*@[\\w.-]+:\\S+");
  private static final Pattern OWNER_AND_NAME = Pattern.compile("\\w[\\w.-]*/[\\w.-]+");
  private static final Pattern WEB = Pattern.compile("https?://\\S+");
  private static final int HTTPS = 443;
  private static final String GITHUB = "https://github.com";

  static CheckoutSource of(CheckoutInputs inputs, UnaryOperator<String> github, WorkspaceMode tree)
      throws CheckoutException {
    String name = inputs.text("repository");
    if (name.isEmpty() || name.equals(github.apply("repository"))) {
      return own(github, tree);
    }
    if (URL.matcher(name).matches()) {
      return new CheckoutSource(name, false, false);
    }
    if (name.startsWith("/") || name.startsWith("./") || name.startsWith("../")) {
      return new CheckoutSource(path(tree, name), true, false);
    }
    if (!OWNER_AND_NAME.matcher(name).matches()) {
      throw new CheckoutException(
          "'%s' is neither a path nor a URL nor owner/name".formatted(name));
    }
    return new CheckoutSource(server(inputs, github) + "/" + name, false, false);
  }

  /// The repository of the run.
  private static CheckoutSource own(UnaryOperator<String> github, WorkspaceMode tree)
      throws CheckoutException {
    return switch (tree) {
      case WorkspaceMode.Shared(var here) -> new CheckoutSource(here.toString(), true, true);
      case WorkspaceMode.Fresh(var here) -> new CheckoutSource(here.toString(), true, true);
      case WorkspaceMode.Remote _ -> new CheckoutSource(forgeAddress(github), false, true);
    };
  }

  /// The address as the run has it, because some servers know a repository only with `.git` at its
  /// end; from an older server, what its parts make.
  private static String forgeAddress(UnaryOperator<String> github) throws CheckoutException {
    String server = github.apply("server_url");
    String given = github.apply("repositoryUrl");
    String address =
        given.isEmpty() ? server.replaceAll("/+$", "") + "/" + github.apply("repository") : given;
    if (server.isEmpty() || !URL.matcher(address).matches()) {
      throw new CheckoutException("the run has no repository to fetch. Set the input 'repository'");
    }
    return address;
  }

  /// A local path. A workflow cannot name a path of a remote agent's machine.
  private static String path(WorkspaceMode tree, String name) throws CheckoutException {
    Path own =
        switch (tree) {
          case WorkspaceMode.Shared(var here) -> here;
          case WorkspaceMode.Fresh(var here) -> here;
          case WorkspaceMode.Remote _ ->
              throw new CheckoutException(
                  "'%s' is a local path, which a remote agent cannot use".formatted(name));
        };
    try {
      return own.resolve(name).normalize().toString();
    } catch (InvalidPathException _) {
      throw new CheckoutException("'%s' is not a path".formatted(name.replace('\0', ' ')));
    }
  }

  private static String server(CheckoutInputs inputs, UnaryOperator<String> github)
      throws CheckoutException {
    String given = inputs.text("github-server-url");
    String server = given.isEmpty() ? serverOfRun(github) : given;
    if (!WEB.matcher(server).matches()) {
      throw new CheckoutException("'%s' is not the URL of a server".formatted(server));
    }
    return server.replaceAll("/+$", "");
  }

  private static String serverOfRun(UnaryOperator<String> github) {
    String known = github.apply("server_url");
    return known.isEmpty() ? GITHUB : known;
  }

  /// The URL of the HTTP server, with path `/`; empty if it is not fetched by HTTP.
  Optional<URI> server() throws CheckoutException {
    if (isLocal || !WEB.matcher(address).matches()) {
      return Optional.empty();
    }
    try {
      URI server = new URI(address).parseServerAuthority();
      if (server.getHost() != null) {
        return Optional.of(server.resolve("/"));
      }
    } catch (URISyntaxException _) {
      // Reported below, like a URL without a host.
    }
    throw new CheckoutException("'%s' is not a URL".formatted(address));
  }

  /// Whether it is fetched from the run's own server, by HTTPS.
  boolean isOfServer(UnaryOperator<String> github) throws CheckoutException {
    Optional<URI> asked = server();
    Optional<URI> known = new CheckoutSource(serverOfRun(github), false, false).server();
    return asked.isPresent()
        && known.isPresent()
        && asked.get().getScheme().equals("https")
        && known.get().getScheme().equals("https")
        && asked.get().getHost().equalsIgnoreCase(known.get().getHost())
        && port(asked.get()) == port(known.get());
  }

  private static int port(URI server) {
    return server.getPort() < 0 ? HTTPS : server.getPort();
  }
}
