package dev.pawl.agent.checkout;

import dev.pawl.core.plan.OrderedMaps;
import java.util.Map;
import java.util.Set;

/// The inputs of a checkout step, from its `with`.
record CheckoutInputs(Map<String, String> given) {

  /// Inputs that this checkout supports.
  private static final Set<String> SUPPORTED =
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

  /// Inputs without an effect on the result.
  private static final Set<String> IGNORED = Set.of("show-progress", "set-safe-directory");

  /// Inputs that are not supported, unless their value disables them.
  private static final Set<String> UNSUPPORTED =
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
      boolean isDisabled = Set.of("", "false").contains(text(name));
      if (UNSUPPORTED.contains(name) && !isDisabled) {
        throw new CheckoutException("'%s: %s' is not supported".formatted(name, text(name)));
      }
      if (!SUPPORTED.contains(name) && !IGNORED.contains(name) && !UNSUPPORTED.contains(name)) {
        throw new CheckoutException("unknown input '%s'".formatted(name));
      }
    }
  }

  /// The value of an input; empty if it is not set.
  String text(String name) {
    return given.getOrDefault(name, "").strip();
  }

  boolean flag(String name, boolean fallback) throws CheckoutException {
    return switch (text(name)) {
      case "" -> fallback;
      case "true" -> true;
      case "false" -> false;
      default -> throw new CheckoutException("'%s' must be true or false".formatted(name));
    };
  }

  /// The number of commits to fetch; 0 for all.
  int depth() throws CheckoutException {
    try {
      int depth = text("fetch-depth").isEmpty() ? 1 : Integer.parseInt(text("fetch-depth"));
      if (depth >= 0) {
        return depth;
      }
    } catch (NumberFormatException _) {
      // Reported below, like a negative number.
    }
    throw new CheckoutException(
        "'fetch-depth' must be a number of commits, not '%s'".formatted(text("fetch-depth")));
  }
}
