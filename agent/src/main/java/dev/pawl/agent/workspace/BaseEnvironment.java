package dev.pawl.agent.workspace;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The part of a remote agent's own environment that its jobs inherit: the variables that programs
/// need to work on the machine, and those that the operator names. Every other variable may hold a
/// password of the agent.
///
/// `TMPDIR` is not inherited: the user that jobs run as may have no access to the agent's, and that
/// of a service is deleted with the service. A job has `RUNNER_TEMP`, and programs have a default.
public final class BaseEnvironment {

  private static final Set<String> NAMES =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ");

  private static final String LOCALES = "LC_";

  /// In upper or lower case, since programs do not agree on one.
  private static final Set<String> PROXIES =
      Set.of("http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy");

  /// The variables that jobs start with.
  ///
  /// @param own the agent's environment
  /// @param more names of further variables, given by the operator
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
