package dev.pawl.agent.checkout;

import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.core.plan.expression.PlanContexts;
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

/// A checkout step: variables for a fixed script, so that nothing of a workflow is ever part of a
/// command.
///
/// @param token the token, which must be masked; may be empty
public record Checkout(Map<String, String> variables, String token) {

  /// The name in a step's `uses`.
  public static final String NAME = "checkout";

  /// Names that git reads as a branch, a tag or a commit, and not as an option or a pattern.
  private static final Pattern REF = Pattern.compile("[^-\\s:?*\\[\\\\^~][^\\s:?*\\[\\\\^~]*");

  /// The checkout that a step describes.
  ///
  /// @param with the step's inputs
  /// @param github reads a field of the `github` context
  /// @param workspace the step's working directory
  /// @throws CheckoutException if the inputs are invalid
  public static Checkout of(
      Map<String, String> with, UnaryOperator<String> github, WorkspaceMode tree, Path workspace)
      throws CheckoutException {
    var inputs = new CheckoutInputs(with);
    inputs.check();
    CheckoutSource source = CheckoutSource.of(inputs, github, tree);
    Path directory = directory(inputs, workspace);
    String ref = inputs.text("ref");
    if (!ref.isEmpty() && !REF.matcher(ref).matches()) {
      throw new CheckoutException(
          "'%s' is not the name of a branch, a tag or a commit".formatted(ref));
    }
    boolean isWorkspace = directory.equals(workspace.normalize());
    boolean keepsWorkingTree = tree instanceof WorkspaceMode.Shared && isWorkspace;
    if (keepsWorkingTree && !(source.isOwn() && ref.isEmpty())) {
      throw new CheckoutException(
          "cannot check out another repository or ref here: it would replace your files. Set the input 'path', or use `pawl run --isolated`");
    }
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PAWL_CHECKOUT_LEAVE", keepsWorkingTree ? "true" : "");
    variables.put("PAWL_CHECKOUT_FROM", source.address());
    variables.put("PAWL_CHECKOUT_LOCAL", source.isLocal() ? "true" : "");
    variables.put("PAWL_CHECKOUT_DIRECTORY", directory.toString());
    variables.put("PAWL_CHECKOUT_OWNED", tree.isOwned() ? "true" : "");
    boolean isUnderTest = source.isOwn() && ref.isEmpty();
    variables.put("PAWL_CHECKOUT_COMMIT", isUnderTest ? commit(github) : "");
    variables.put("PAWL_CHECKOUT_REF", isUnderTest ? github.apply("ref") : ref);
    variables.put("PAWL_CHECKOUT_DEPTH", Integer.toString(inputs.depth()));
    variables.put("PAWL_CHECKOUT_TAGS", inputs.flag("fetch-tags", false) ? "true" : "");
    variables.put("PAWL_CHECKOUT_CLEAN", inputs.flag("clean", true) ? "true" : "");
    String token = token(inputs, github, source);
    authorize(variables, source, token);
    return new Checkout(variables, token);
  }

  /// The commit under test; empty if it is not known.
  private static String commit(UnaryOperator<String> github) {
    String sha = github.apply("sha");
    return sha.equals(PlanContexts.NO_COMMIT) ? "" : sha;
  }

  private static Path directory(CheckoutInputs inputs, Path workspace) throws CheckoutException {
    try {
      Path directory = workspace.resolve(inputs.text("path")).normalize();
      if (directory.startsWith(workspace.normalize())) {
        return directory;
      }
    } catch (InvalidPathException _) {
      // Reported below, like a path outside of the workspace.
    }
    throw new CheckoutException(
        "'%s' is not a path in the workspace".formatted(inputs.text("path")));
  }

  /// The token of the step is for the server that the step names, that of the job for the job's
  /// own.
  private static String token(
      CheckoutInputs inputs, UnaryOperator<String> github, CheckoutSource source)
      throws CheckoutException {
    String given = inputs.text("token");
    if (!given.isEmpty()) {
      return given;
    }
    return source.isOfServer(github) ? github.apply("token") : "";
  }

  /// Passes the token in git's configuration variables, for one server only: on a command line
  /// every user of the machine could read it, and in a file it would stay.
  private static void authorize(Map<String, String> variables, CheckoutSource source, String token)
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

  /// The script, for `sh`.
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

  /// Never contains the token.
  @Override
  public String toString() {
    return "Checkout[%s]".formatted(variables.get("PAWL_CHECKOUT_FROM"));
  }
}
