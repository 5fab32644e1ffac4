/// What the server's tests share: plans, and a run that is driven through a store.
@NullMarked
package dev.pawl.server;

import org.jspecify.annotations.NullMarked;
