/// The built-in step that brings the repository into the workspace.
@NullMarked
package dev.pawl.agent.checkout;

import org.jspecify.annotations.NullMarked;
