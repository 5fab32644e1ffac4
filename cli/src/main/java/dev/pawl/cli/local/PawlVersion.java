package dev.pawl.cli.local;

/// Which Pawl this is.
public final class PawlVersion {

  public static final String TEXT = "0.1.0";

  private PawlVersion() {}
}
