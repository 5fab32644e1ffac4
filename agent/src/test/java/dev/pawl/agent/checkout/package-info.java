/// Which repositories are brought, and who is shown a token for them.
@NullMarked
package dev.pawl.agent.checkout;

import org.jspecify.annotations.NullMarked;
