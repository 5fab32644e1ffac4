package dev.pawl.server.sockets;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.CloseCodes;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.MalformedFrame;
import dev.pawl.protocol.Message;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.UncaughtErrors;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.DispatchBudget;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// WebSocket of one agent, from its upgrade to its end. It belongs to the agent whose token it was
/// opened by, and speaks for no other.
///
/// One thread reads it, and is slowed down where the command loop or the disk is behind; another
/// writes it. The loop never waits for either.
public final class AgentSocket implements WsListener, AgentLink {

  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);

  /// Most bytes of a close frame's reason: a peer that gets a longer frame reads none of it.
  private static final int LONGEST_REASON = 120;

  private static final String TOO_LARGE =
      "a frame of more than " + MessageCodec.MAX_FRAME_BYTES + " bytes";

  private final AgentConnections connections;
  private final RateLimiter rate = new RateLimiter();
  private final LatestHeartbeats heartbeats = new LatestHeartbeats(AgentHandshake.MOST_SLOTS);
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private @Nullable StoredToken token;
  private @Nullable LogFrameWriter logs;
  private String address = "";
  private volatile @Nullable SocketWriter writer;
  private final IdleCounter idle = new IdleCounter();
  private volatile @Nullable AgentRegister registered;

  /// Whether it is being closed: what still arrives counts for nothing.
  private volatile boolean isClosing;

  AgentSocket(AgentConnections connections) {
    this.connections = connections;
  }

  @Override
  public Optional<Headers> onHttpUpgrade(HttpPrologue prologue, Headers headers) {
    token = connections.handshake().authenticate(headers);
    return Optional.of(AgentHandshake.PROTOCOL);
  }

  private StoredToken token() {
    if (token == null) {
      throw new IllegalStateException("not authenticated");
    }
    return token;
  }

  String agent() {
    return token().id();
  }

  @Override
  public String org() {
    return token().org();
  }

  /// Its registration, if it has sent one that was accepted.
  Optional<AgentRegister> registration() {
    return Optional.ofNullable(registered);
  }

  /// The process that it has registered, if that process has said which it is.
  Optional<String> process() {
    AgentRegister its = registered;
    return its == null || its.instance() == null
        ? Optional.empty()
        : Optional.of(its.instance().process());
  }

  /// Whether there was a sign of life since the last ping.
  boolean isFresh() {
    return idle.isFresh();
  }

  /// The address of the machine, or of the proxy before it.
  String address() {
    return address;
  }

  LatestHeartbeats heartbeats() {
    return heartbeats;
  }

  @Override
  public void onOpen(WsSession session) {
    Thread reader = Thread.currentThread();
    var open = new SocketWriter(session, agent(), reader);
    writer = open;
    address = session.socketContext().remotePeer().host();
    logs =
        new LogFrameWriter(
            connections.logReceiver(),
            agent(),
            this::send,
            reason -> close(WsCloseCodes.TRY_AGAIN_LATER, reason));
    connections.opened(this);
    Thread.ofVirtual().name("end-of-" + agent()).start(() -> awaitEndOf(reader));
  }

  /// Helidon reports no connection that just breaks off, but the thread that read it ends.
  private void awaitEndOf(Thread reader) {
    try {
      reader.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    disconnected();
  }

  @Override
  public void onMessage(WsSession session, String part, boolean isLast) {
    if (isClosing) {
      return;
    }
    idle.reset();
    if (text.length() + part.length() > MessageCodec.MAX_FRAME_BYTES) {
      close(WsCloseCodes.TOO_BIG, TOO_LARGE);
      return;
    }
    read(() -> {
      text.append(part);
      if (isLast) {
        String frame = text.toString();
        text.setLength(0);
        rate.acquire();
        receive(MessageCodec.decode(frame));
      }
    });
  }

  @Override
  public void onMessage(WsSession session, BufferData part, boolean isLast) {
    if (isClosing) {
      return;
    }
    idle.reset();
    if (bytes.size() + part.available() > MessageCodec.MAX_FRAME_BYTES) {
      close(WsCloseCodes.TOO_BIG, TOO_LARGE);
      return;
    }
    read(() -> {
      byte[] frame = part.readBytes();
      if (!isLast || bytes.size() > 0) {
        bytes.writeBytes(frame);
      }
      if (isLast) {
        frame = bytes.size() == 0 ? frame : bytes.toByteArray();
        bytes.reset();
        rate.acquire();
        receive(LogFrame.decode(frame));
      }
    });
  }

  private interface FrameReader {
    void read() throws InterruptedException;
  }

  private void read(FrameReader frame) {
    idle.beginRead();
    try {
      frame.read();
    } catch (MalformedFrame e) {
      close(WsCloseCodes.NOT_CONSISTENT, String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | StackOverflowError e) {
      LOG.atError().addKeyValue("agent", agent()).setCause(e).log("a frame could not be handled");
      close(WsCloseCodes.UNEXPECTED_CONDITION, "internal error");
    } catch (Error e) {
      UncaughtErrors.report(e);
    } finally {
      idle.endRead();
    }
  }

  /// A message of a type that only newer servers know is counted and ignored.
  private void receive(Optional<Message> message) throws InterruptedException {
    if (message.isEmpty()) {
      connections.countUnknownMessage();
    } else if (message.get() instanceof AgentRegister register) {
      register(register);
    } else if (message.get() instanceof AgentMessage fromAgent) {
      AgentMessageValidator.check(fromAgent);
      if (fromAgent instanceof JobHeartbeat beat) {
        heartbeats.add(beat);
      }
      connections.orchestrator().receive(fromAgent, this);
    } else {
      close(WsCloseCodes.NOT_CONSISTENT, "only a server sends messages of that type");
    }
  }

  private void register(AgentRegister register) throws InterruptedException {
    Optional<String> problem = AgentHandshake.problem(register, token());
    if (problem.isPresent()) {
      close(CloseCodes.REGISTRATION_REJECTED, problem.get());
      return;
    }
    try {
      Optional<String> holder = connections.claim(this, register);
      if (holder.isPresent()) {
        connections.rejected(this, holder.get());
        sendClose(CloseCodes.TOKEN_IN_USE, holder.get());
        return;
      }
    } catch (StoreUnavailable e) {
      close(WsCloseCodes.TRY_AGAIN_LATER, String.valueOf(e.getMessage()));
      return;
    }
    AgentRegister completed = AgentHandshake.completed(register, token());
    registered = completed;
    connections.registered(completed);
    connections.orchestrator().receive(completed, this);
  }

  private void receive(LogFrame frame) throws InterruptedException {
    LogFrameWriter open = logs;
    if (open != null) {
      open.enqueue(frame);
    }
  }

  @Override
  public void onPing(WsSession session, BufferData payload) {
    idle.reset();
    SocketWriter open = writer;
    if (open != null) {
      open.pong(BufferData.create(payload.readBytes())); // the buffer is used again
    }
  }

  @Override
  public void onPong(WsSession session, BufferData payload) {
    idle.reset();
  }

  @Override
  public void onClose(WsSession session, int status, String reason) {
    if (status == WsCloseCodes.NORMAL_CLOSE) {
      connections.left(this);
    }
    disconnected();
  }

  @Override
  public void onError(WsSession session, Throwable problem) {
    disconnected();
  }

  private void disconnected() {
    SocketWriter open = writer;
    if (open != null) {
      open.terminate();
    }
    if (logs != null) {
      logs.close();
    }
    connections.closed(this);
  }

  @Override
  public void send(ServerMessage message) {
    SocketWriter open = writer;
    if (open != null && !open.offer(message)) {
      open.terminate();
    }
  }

  @Override
  public void dispatch(ServerMessage.JobDispatch job, DispatchBudget budget) {
    SocketWriter open = writer;
    if (open != null && !open.offer(job, budget)) {
      open.terminate();
    }
  }

  @Override
  public boolean isBusy() {
    SocketWriter open = writer;
    return open != null && open.isBusy();
  }

  /// The bytes of dispatches that are not sent yet.
  long unsentBytes() {
    SocketWriter open = writer;
    return open == null ? 0 : open.unsentBytes();
  }

  @Override
  public void close(String reason) {
    close(WsCloseCodes.VIOLATED_POLICY, reason);
  }

  private void close(int code, String reason) {
    connections.closing(agent(), reason);
    sendClose(code, reason);
  }

  private void sendClose(int code, String reason) {
    isClosing = true;
    SocketWriter open = writer;
    if (open != null) {
      open.close(code, shortened(reason));
    }
  }

  private static String shortened(String reason) {
    String part = reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    while (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
      part = part.substring(0, part.offsetByCodePoints(part.length(), -1));
    }
    return part;
  }

  /// Pings the agent, or ends the connection if the last pings were not answered, or if it reads
  /// nothing although it sends. An agent that is alive connects again by itself.
  void ping() {
    SocketWriter open = writer;
    if (open == null) {
      return;
    }
    int pings = idle.increment();
    boolean isUnregistered = registered == null && pings > connections.pingsUntilRegistered();
    boolean isStuck = open.isStuck(connections.longestSilence());
    if (isUnregistered || isStuck || pings > connections.pingsUntilDead()) {
      connections.closing(
          agent(),
          isUnregistered
              ? "it did not register in time"
              : isStuck ? "it does not read what it is sent" : "it does not answer pings");
      Thread.ofVirtual().name("end-of-" + agent()).start(this::disconnected);
    } else {
      open.ping();
    }
  }

  /// Closes the connection because the server stops: the agent connects to another one, or again.
  void leave() {
    close(WsCloseCodes.GOING_AWAY, "the server is stopping");
  }

  /// Waits until that is written, at most for `bound`.
  void awaitLeave(Duration bound) throws InterruptedException {
    SocketWriter open = writer;
    if (open != null) {
      open.awaitEnd(bound);
    }
  }
}
