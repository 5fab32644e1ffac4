package dev.pawl.cli.local;

/// The version of this program.
public final class PawlVersion {

  public static final String TEXT = "0.1.0";

  private PawlVersion() {}
}
