package dev.pawl.agent.checkout;

import dev.pawl.core.plan.OrderedMaps;
import java.util.Map;
import java.util.Set;

/// What stands in `with` of a checkout.
record CheckoutInputs(Map<String, String> given) {

  /// Those that change what is done.
  private static final Set<String> HEEDED =
      Set.of(
          "repository",
          "ref",
          "token",
          "path",
          "clean",
          "fetch-depth",
          "fetch-tags",
          "github-server-url",
          "persist-credentials");

  /// Those without which the same comes out.
  private static final Set<String> HARMLESS = Set.of("show-progress", "set-safe-directory");

  /// Those that ask for what is not there, unless they ask for nothing.
  private static final Set<String> MISSING =
      Set.of(
          "submodules",
          "lfs",
          "filter",
          "sparse-checkout",
          "sparse-checkout-cone-mode",
          "ssh-key",
          "ssh-known-hosts",
          "ssh-strict",
          "ssh-user");

  CheckoutInputs {
    given = OrderedMaps.copyOf(given);
  }

  void check() throws CheckoutException {
    for (String name : given.keySet()) {
      boolean asksForNothing = Set.of("", "false").contains(text(name));
      if (MISSING.contains(name) && !asksForNothing) {
        throw new CheckoutException("'%s: %s' is not available here".formatted(name, text(name)));
      }
      if (!HEEDED.contains(name) && !HARMLESS.contains(name) && !MISSING.contains(name)) {
        throw new CheckoutException("there is no input '%s'".formatted(name));
      }
    }
  }

  /// Empty where it is not there.
  String text(String name) {
    return given.getOrDefault(name, "").strip();
  }

  boolean flag(String name, boolean fallback) throws CheckoutException {
    return switch (text(name)) {
      case "" -> fallback;
      case "true" -> true;
      case "false" -> false;
      default -> throw new CheckoutException("'%s' is neither true nor false".formatted(name));
    };
  }

  /// How many commits are fetched; 0 for all.
  int depth() throws CheckoutException {
    try {
      int depth = text("fetch-depth").isEmpty() ? 1 : Integer.parseInt(text("fetch-depth"));
      if (depth >= 0) {
        return depth;
      }
    } catch (NumberFormatException _) {
      // As for one below zero.
    }
    throw new CheckoutException(
        "'fetch-depth' is no number of commits: %s".formatted(text("fetch-depth")));
  }
}
