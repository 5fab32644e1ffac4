package dev.pawl.agent.checkout;

/// A checkout step that cannot be executed as it is written.
public final class CheckoutException extends Exception {

  private static final long serialVersionUID = 1;

  CheckoutException(String why) {
    super("checkout: " + why, null, false, false);
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
