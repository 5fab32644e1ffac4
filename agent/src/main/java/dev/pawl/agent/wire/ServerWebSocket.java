package dev.pawl.agent.wire;

import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.CloseCodes;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.MalformedFrame;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One WebSocket connection with a server, from its opening to its end. A thread of its own writes,
/// so that senders never wait for the network; the HTTP client's threads read.
final class ServerWebSocket implements WebSocket.Listener, ServerLink {

  private static final Logger LOG = LoggerFactory.getLogger(ServerWebSocket.class);

  /// The time within which the network must take a frame.
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(1);

  private final Listener listener;
  private final OutboundQueue outbound = new OutboundQueue();
  private final StringBuilder text = new StringBuilder();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private volatile boolean isRefused;
  private volatile @Nullable WebSocket web;
  private volatile long lastHeard = System.nanoTime();

  /// Told about messages and the end of the connection.
  interface Listener {

    void received(ServerMessage message) throws InterruptedException;

    /// The connection is closed. Called again whenever something is sent afterwards: the first call
    /// may have come before the session knew of the connection.
    void closed(ServerWebSocket socket, String why) throws InterruptedException;

    /// The server has closed the connection, because another machine uses the agent's token.
    void tokenInUse(ServerWebSocket socket, String why) throws InterruptedException;

    /// The server has rejected the agent and closed the connection. Called once.
    void rejected(ServerWebSocket socket, String why);
  }

  ServerWebSocket(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void onOpen(WebSocket opened) {
    web = opened;
    // A platform thread: no number of busy jobs keeps it from sending heartbeats.
    Thread.ofPlatform().daemon().name("to server").start(() -> write(opened));
    opened.request(1);
  }

  private void write(WebSocket opened) {
    try {
      for (var frame = outbound.take(); frame != null; frame = outbound.take()) {
        switch (frame) {
          case OutboundQueue.Text(var words) -> await(opened.sendText(words, true));
          case OutboundQueue.Bytes(var bytes) ->
              await(opened.sendBinary(ByteBuffer.wrap(bytes), true));
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      end("sending failed: " + e.getCause());
    } catch (TimeoutException _) {
      end("the server does not read fast enough");
    } catch (RuntimeException e) { // an error ends the agent
      LOG.error("a frame could not be sent", e);
      end("internal error");
    }
  }

  private static void await(CompletableFuture<?> sent)
      throws InterruptedException, ExecutionException, TimeoutException {
    sent.get(SEND_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// An error ends the agent; the HTTP client would only end the connection.
  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
    try {
      takePart(from, part, isLast);
    } catch (Error e) {
      escalate(e);
    }
    return null;
  }

  /// Handles an error as if it had ended its thread.
  private static void escalate(Error error) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  private void takePart(WebSocket from, CharSequence part, boolean isLast) {
    lastHeard = System.nanoTime();
    text.append(part);
    if (text.length() > MessageCodec.MAX_DISPATCH_BYTES) {
      end("the server sent a frame of more than " + MessageCodec.MAX_DISPATCH_BYTES + " bytes");
      return;
    }
    if (isLast) {
      String frame = text.toString();
      text.setLength(0);
      take(frame);
    }
    from.request(1);
  }

  /// Handles a frame. Unknown messages of a newer server are ignored.
  private void take(String frame) {
    try {
      var message = MessageCodec.decode(frame);
      if (message.isPresent() && message.get() instanceof ServerMessage received) {
        listener.received(received);
      }
    } catch (MalformedFrame e) {
      end("the server sent an invalid frame: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer payload) {
    lastHeard = System.nanoTime();
    from.request(1);
    return null; // the client answers it
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    String why = reason.isEmpty() ? "the server closed the connection" : reason;
    if (code == CloseCodes.REGISTRATION_REJECTED) {
      refused(why);
    } else if (code == CloseCodes.TOKEN_IN_USE) {
      tokenInUse(why);
    } else {
      end(why);
    }
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable problem) {
    if (problem instanceof Error error) {
      escalate(error);
    }
    end(String.valueOf(problem.getMessage()));
  }

  @Override
  public void send(AgentMessage message) {
    if (isOver.get()) {
      tell("the connection is closed");
    } else {
      add(new OutboundQueue.Text(MessageCodec.encode(message)));
    }
  }

  void send(LogFrame frame) {
    add(new OutboundQueue.Bytes(frame.encode()));
  }

  private void add(OutboundQueue.Frame frame) {
    if (!outbound.add(frame)) {
      end("the server does not read fast enough");
    }
  }

  /// The time since something was received.
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastHeard);
  }

  /// Closes the connection. Only the first reason is reported.
  void end(String why) {
    if (cut()) {
      tell(why);
    }
  }

  private void refused(String why) {
    isRefused = true; // before a sender finds the connection closed
    if (cut()) {
      listener.rejected(this, why);
    }
  }

  private void tokenInUse(String why) {
    if (cut()) {
      try {
        listener.tokenInUse(this, why);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Tells the server that the agent leaves, and closes the connection.
  void leave() {
    WebSocket opened = web;
    if (opened != null && !isOver.get()) {
      try {
        opened
            .sendClose(WebSocket.NORMAL_CLOSURE, "the agent shuts down")
            .get(LEAVE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException _) {
        // The server will notice by itself.
      }
    }
    end("the agent shuts down");
  }

  /// Closes the connection. Returns false if it was closed before.
  private boolean cut() {
    if (!isOver.compareAndSet(false, true)) {
      return false;
    }
    outbound.close();
    WebSocket opened = web;
    if (opened != null) {
      opened.abort();
    }
    return true;
  }

  private void tell(String why) {
    if (isRefused) {
      return;
    }
    try {
      listener.closed(this, why);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
