package dev.pawl.architecture.offenders.server;

final class StoreImpl {
  private StoreImpl() {}
}
