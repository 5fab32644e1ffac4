package dev.pawl.architecture.offenders.core;

import org.assertj.core.api.Assertions;

final class CoreThatUsesALibrary {
  static final Class<?> LIBRARY = Assertions.class;

  private CoreThatUsesALibrary() {}
}
