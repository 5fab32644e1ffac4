package dev.pawl.server.dispatch;

import java.util.List;
import java.util.function.Function;

/// Goes through what is too much for one look, a page at a time, and begins again after the last
/// one. So a look costs what a page does, and nothing hides what comes after it for ever.
///
/// @param <P> a position among them
public final class PagedCursor<P> {

  /// Those after a position, in their order.
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

  /// Whether the last page was the last of all.
  boolean isAtBeginning() {
    return position.equals(beginning);
  }
}
