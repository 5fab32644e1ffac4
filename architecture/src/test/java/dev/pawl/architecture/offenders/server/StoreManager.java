package dev.pawl.architecture.offenders.server;

final class StoreManager {
  private StoreManager() {}
}
