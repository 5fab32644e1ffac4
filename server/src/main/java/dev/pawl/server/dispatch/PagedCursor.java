package dev.pawl.server.dispatch;

import java.util.List;
import java.util.function.Function;

/// Cursor over a list that is too long to read at once: one page at a time, and from the beginning
/// again after the last. So a poll costs one page, and no entry is hidden for ever by those before
/// it.
///
/// @param <P> a position in the list
public final class PagedCursor<P> {

  /// Reads the entries after a position, in their order.
  public interface Pages<P, T> {
    List<T> after(P position, int most);
  }

  private final P beginning;
  private final int most;
  private P position;

  public PagedCursor(P beginning, int most) {
    this.beginning = beginning;
    this.most = most;
    this.position = beginning;
  }

  public <T> List<T> next(Pages<P, T> pages, Function<T, P> positionOf) {
    List<T> page = pages.after(position, most);
    position = page.size() < most ? beginning : positionOf.apply(page.getLast());
    return page;
  }

  /// Whether the last page that was read was the last of all.
  boolean isAtBeginning() {
    return position.equals(beginning);
  }
}
