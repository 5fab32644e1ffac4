/// The built-in checkout step, which fetches a repository into the workspace. Inputs of a step and
/// the `github` context enter; variables for the script `checkout.sh` leave. Runs nothing itself.
@NullMarked
package dev.pawl.agent.checkout;

import org.jspecify.annotations.NullMarked;
