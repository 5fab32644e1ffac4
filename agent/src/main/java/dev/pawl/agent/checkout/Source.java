package dev.pawl.agent.checkout;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Where a checkout fetches from.
///
/// @param address a URL, or the path of a repository on this machine
/// @param isOwn whether it is the repository that the run is about
record Source(String address, boolean isLocal, boolean isOwn) {

  private static final Pattern URL = Pattern.compile("[a-z+]+://\\S+|\\w[\\w.-]*@[\\w.-]+:\\S+");
  private static final Pattern OWNER_AND_NAME = Pattern.compile("\\w[\\w.-]*/[\\w.-]+");
  private static final String GITHUB = "https://github.com";

  static Source of(CheckoutInputs inputs, UnaryOperator<String> github, Path own)
      throws CheckoutRefused {
    String name = inputs.text("repository");
    if (name.isEmpty() || name.equals(github.apply("repository"))) {
      return new Source(own.toString(), true, true);
    }
    if (URL.matcher(name).matches()) {
      return new Source(name, false, false);
    }
    if (name.startsWith("/") || name.startsWith("./") || name.startsWith("../")) {
      return new Source(own.resolve(name).normalize().toString(), true, false);
    }
    if (!OWNER_AND_NAME.matcher(name).matches()) {
      throw new CheckoutRefused("'%s' is no path, no URL and no owner/name".formatted(name));
    }
    return new Source(server(inputs, github) + "/" + name, false, false);
  }

  private static String server(CheckoutInputs inputs, UnaryOperator<String> github) {
    String given = inputs.text("github-server-url");
    String known = given.isEmpty() ? github.apply("server_url") : given;
    return known.isEmpty() ? GITHUB : known.replaceAll("/+$", "");
  }
}
