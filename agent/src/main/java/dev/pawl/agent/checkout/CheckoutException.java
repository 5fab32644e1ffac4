package dev.pawl.agent.checkout;

/// What a checkout is asked for cannot be had.
public final class CheckoutException extends Exception {

  private static final long serialVersionUID = 1;

  CheckoutException(String why) {
    super("checkout: " + why, null, false, false);
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
