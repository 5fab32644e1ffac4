package dev.pawl.agent.workspace;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What the jobs of a remote agent get to see of the agent's own environment: what programs need to
/// find their way on the machine, and what the operator names. Everything else may be a password of
/// the agent's.
///
/// Not `TMPDIR`: the agent's own may be closed to the user that jobs run as, and a service's is
/// gone with the service. A job has `RUNNER_TEMP`, and programs have their default.
public final class BaseEnvironment {

  private static final Set<String> NAMES =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ");

  private static final String LOCALES = "LC_";

  /// In either case, as programs do not agree on one.
  private static final Set<String> PROXIES =
      Set.of("http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy");

  /// The environment that jobs begin with.
  ///
  /// What jobs begin with.
  ///
  /// @param own the agent's
  /// @param more names that the operator gives
  public static Map<String, String> of(Map<String, String> own, Collection<String> more) {
    Map<String, String> base = new HashMap<>(own);
    base.keySet().removeIf(name -> !isGeneral(name) && !more.contains(name));
    return base;
  }

  private static boolean isGeneral(String name) {
    return NAMES.contains(name)
        || name.startsWith(LOCALES)
        || PROXIES.contains(name.toLowerCase(Locale.ROOT));
  }

  private BaseEnvironment() {}
}
