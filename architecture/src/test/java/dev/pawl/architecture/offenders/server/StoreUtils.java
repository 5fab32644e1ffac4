package dev.pawl.architecture.offenders.server;

final class StoreUtils {
  private StoreUtils() {}
}
