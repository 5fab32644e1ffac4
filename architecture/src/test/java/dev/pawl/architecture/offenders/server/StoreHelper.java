package dev.pawl.architecture.offenders.server;

final class StoreHelper {
  private StoreHelper() {}
}
