/// The machines against their specification, and the kernel by itself.
@NullMarked
package dev.pawl.core.lifecycle;

import org.jspecify.annotations.NullMarked;
