package dev.pawl.agent.checkout;

import dev.pawl.agent.workspace.WorkspaceMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// A checkout as the script of a step: always the same one, which is told what to do by variables,
/// so that nothing of a workflow is ever part of a command.
///
/// @param token what must not be seen; may be empty
public record Checkout(Map<String, String> variables, String token) {

  /// By which a step uses it.
  public static final String NAME = "checkout";

  /// What git takes for a name of a branch, a tag or a commit, and not for an option or a pattern.
  private static final Pattern REF = Pattern.compile("[^-\\s:?*\\[\\\\^~][^\\s:?*\\[\\\\^~]*");

  /// The checkout that a step asks for.
  ///
  /// @param with the step's inputs
  /// @param github the fields of that context, by name
  /// @param workspace where the step stands
  /// @throws CheckoutRefused if it cannot be done as it is asked for
  public static Checkout of(
      Map<String, String> with, UnaryOperator<String> github, WorkspaceMode tree, Path workspace)
      throws CheckoutException {
    var inputs = new CheckoutInputs(with);
    inputs.check();
    CheckoutSource source = CheckoutSource.of(inputs, github, tree);
    Path directory = directory(inputs, workspace);
    String ref = inputs.text("ref");
    if (!ref.isEmpty() && !REF.matcher(ref).matches()) {
      throw new CheckoutException("'%s' is no name of a branch, a tag or a commit".formatted(ref));
    }
    boolean isWorkspace = directory.equals(workspace.normalize());
    boolean leavesItAlone = tree instanceof WorkspaceMode.Shared && isWorkspace;
    if (leavesItAlone && !(source.isOwn() && ref.isEmpty())) {
      throw new CheckoutException(
          "this would replace the working tree: give a 'path', or run isolated");
    }
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PAWL_CHECKOUT_LEAVE", leavesItAlone ? "true" : "");
    variables.put("PAWL_CHECKOUT_FROM", source.address());
    variables.put("PAWL_CHECKOUT_LOCAL", source.isLocal() ? "true" : "");
    variables.put("PAWL_CHECKOUT_DIRECTORY", directory.toString());
    variables.put("PAWL_CHECKOUT_OWNED", tree.isOwned() ? "true" : "");
    boolean isUnderTest = source.isOwn() && ref.isEmpty();
    variables.put("PAWL_CHECKOUT_COMMIT", isUnderTest ? github.apply("sha") : "");
    variables.put("PAWL_CHECKOUT_REF", isUnderTest ? github.apply("ref") : ref);
    variables.put("PAWL_CHECKOUT_DEPTH", Integer.toString(inputs.depth()));
    variables.put("PAWL_CHECKOUT_TAGS", inputs.flag("fetch-tags", false) ? "true" : "");
    variables.put("PAWL_CHECKOUT_CLEAN", inputs.flag("clean", true) ? "true" : "");
    String token = token(inputs, github, source);
    authorise(variables, source, token);
    return new Checkout(variables, token);
  }

  private static Path directory(CheckoutInputs inputs, Path workspace) throws CheckoutException {
    try {
      Path directory = workspace.resolve(inputs.text("path")).normalize();
      if (directory.startsWith(workspace.normalize())) {
        return directory;
      }
    } catch (InvalidPathException _) {
      // As for one that leads elsewhere.
    }
    throw new CheckoutException("'%s' is no path in the workspace".formatted(inputs.text("path")));
  }

  /// The one that is given is for whatever server the step names; that of the job is for its own.
  private static String token(
      CheckoutInputs inputs, UnaryOperator<String> github, CheckoutSource source)
      throws CheckoutException {
    String given = inputs.text("token");
    if (!given.isEmpty()) {
      return given;
    }
    return source.isOfServer(github) ? github.apply("token") : "";
  }

  /// The token goes to the server that it is for, by git's configuration in the environment: not
  /// over a command line, where everybody sees it, nor into a file, where it stays.
  private static void authorise(Map<String, String> variables, CheckoutSource source, String token)
      throws CheckoutException {
    Optional<URI> server = source.server();
    if (token.isEmpty() || server.isEmpty()) {
      return;
    }
    byte[] login = ("x-access-token:" + token).getBytes(StandardCharsets.UTF_8);
    variables.put("GIT_CONFIG_COUNT", "1");
    variables.put("GIT_CONFIG_KEY_0", "http.%s.extraHeader".formatted(server.get()));
    variables.put(
        "GIT_CONFIG_VALUE_0", "Authorization: Basic " + Base64.getEncoder().encodeToString(login));
  }

  /// For `sh`.
  public static String script() {
    try (InputStream in = Checkout.class.getResourceAsStream("checkout.sh")) {
      if (in == null) {
        throw new IllegalStateException("checkout.sh is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Nothing of a token is ever printed.
  @Override
  public String toString() {
    return "Checkout[%s]".formatted(variables.get("PAWL_CHECKOUT_FROM"));
  }
}
