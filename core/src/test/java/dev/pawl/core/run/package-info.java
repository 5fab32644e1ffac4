@NullMarked
package dev.pawl.core.run;

import org.jspecify.annotations.NullMarked;
