package dev.pawl.architecture.offenders.server;

final class StoreUtil {
  private StoreUtil() {}
}
