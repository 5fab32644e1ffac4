package dev.pawl.architecture.offenders.core;

import java.util.logging.Logger;

final class Logs {
  static final Logger LOG = Logger.getLogger("core");
  static final System.Logger OTHER = System.getLogger("core");

  private Logs() {}
}
