/// Tests of the checkout step with real git repositories.
@NullMarked
package dev.pawl.agent.checkout;

import org.jspecify.annotations.NullMarked;
