/// Examples of failures and the rules that classify them.
@NullMarked
package dev.pawl.core.classify;

import org.jspecify.annotations.NullMarked;
