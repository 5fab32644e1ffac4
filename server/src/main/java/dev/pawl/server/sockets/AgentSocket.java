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
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.auth.StoredToken;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One agent's connection, from its upgrade to its end. It is the agent's whose token it was opened
/// by, and speaks for no other.
///
/// Read by one thread, which is slowed down where the loop or the disk is behind, and written by
/// another. What the loop says never waits for either.
final class AgentSocket implements WsListener, AgentLink {

  private final AgentConnections door;
  private final RateLimiter pace = new RateLimiter();
  private final LatestHeartbeats heartbeats = new LatestHeartbeats(AgentConnections.MOST_SLOTS);
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private @Nullable StoredToken token;
  private @Nullable LogFrameWriter logs;
  private volatile @Nullable SocketWriter outgoing;
  private final IdleCounter silence = new IdleCounter();
  private volatile @Nullable AgentRegister registered;

  AgentSocket(AgentConnections door) {
    this.door = door;
  }

  @Override
  public Optional<Headers> onHttpUpgrade(HttpPrologue prologue, Headers headers) {
    token = door.authenticate(headers);
    return Optional.of(AgentConnections.PROTOCOL);
  }

  private StoredToken token() {
    if (token == null) {
      throw new IllegalStateException("not admitted");
    }
    return token;
  }

  String agent() {
    return token().id();
  }

  /// As what it has registered, if it has.
  Optional<AgentRegister> registration() {
    return Optional.ofNullable(registered);
  }

  LatestHeartbeats heartbeats() {
    return heartbeats;
  }

  @Override
  public void onOpen(WsSession session) {
    Thread reader = Thread.currentThread();
    var out = new SocketWriter(session, agent(), reader);
    outgoing = out;
    logs =
        new LogFrameWriter(
            door.logDesk(), agent(), this::send, why -> close(WsCloseCodes.TRY_AGAIN_LATER, why));
    door.opened(this);
    Thread.ofVirtual().name("end of " + agent()).start(() -> await(reader));
  }

  /// A connection that just breaks off is told to nobody; but the thread that read it ends.
  private void await(Thread reader) {
    try {
      reader.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    over();
  }

  @Override
  public void onMessage(WsSession session, String part, boolean isLast) {
    silence.reset();
    if (text.length() + part.length() > MessageCodec.MAX_FRAME_BYTES) {
      close(
          WsCloseCodes.TOO_BIG, "a frame of more than " + MessageCodec.MAX_FRAME_BYTES + " bytes");
      return;
    }
    text.append(part);
    if (isLast) {
      String frame = text.toString();
      text.setLength(0);
      pace.acquire();
      read(() -> heard(MessageCodec.decode(frame)));
    }
  }

  @Override
  public void onMessage(WsSession session, BufferData part, boolean isLast) {
    silence.reset();
    if (bytes.size() + part.available() > MessageCodec.MAX_FRAME_BYTES) {
      close(
          WsCloseCodes.TOO_BIG, "a frame of more than " + MessageCodec.MAX_FRAME_BYTES + " bytes");
      return;
    }
    bytes.writeBytes(part.readBytes());
    if (isLast) {
      byte[] frame = bytes.toByteArray();
      bytes.reset();
      pace.acquire();
      read(() -> logged(LogFrame.decode(frame)));
    }
  }

  private interface Reading {
    void read() throws InterruptedException;
  }

  private void read(Reading reading) {
    silence.beginRead();
    try {
      reading.read();
    } catch (MalformedFrame e) {
      close(WsCloseCodes.NOT_CONSISTENT, String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      silence.endRead();
    }
  }

  /// What a newer agent says and nobody here knows is counted, and nothing else.
  private void heard(Optional<Message> message) throws InterruptedException {
    if (message.isEmpty()) {
      door.ignored();
    } else if (message.get() instanceof AgentRegister register) {
      Optional<String> problem = door.registrationProblem(register, token());
      if (problem.isPresent()) {
        close(CloseCodes.REGISTRATION_REJECTED, problem.get());
      } else {
        AgentRegister labelled = AgentConnections.labelled(register, token());
        registered = labelled;
        door.registered(labelled);
        door.orchestrator().receive(labelled, this);
      }
    } else if (message.get() instanceof AgentMessage said) {
      if (said instanceof JobHeartbeat beat) {
        heartbeats.add(beat);
      }
      door.orchestrator().receive(said, this);
    } else {
      close(WsCloseCodes.NOT_CONSISTENT, "that is for the server to say");
    }
  }

  private void logged(LogFrame frame) throws InterruptedException {
    LogFrameWriter intake = logs;
    if (intake != null) {
      intake.enqueue(frame);
    }
  }

  @Override
  public void onPing(WsSession session, BufferData payload) {
    silence.reset();
    SocketWriter out = outgoing;
    if (out != null) {
      out.pong(BufferData.create(payload.readBytes())); // the buffer is used again
    }
  }

  @Override
  public void onPong(WsSession session, BufferData payload) {
    silence.reset();
  }

  @Override
  public void onClose(WsSession session, int status, String reason) {
    over();
  }

  @Override
  public void onError(WsSession session, Throwable problem) {
    over();
  }

  private void over() {
    SocketWriter out = outgoing;
    if (out != null) {
      out.terminate();
    }
    if (logs != null) {
      logs.close();
    }
    door.closed(this);
  }

  @Override
  public void send(ServerMessage message) {
    SocketWriter out = outgoing;
    if (out != null && !out.offer(message)) {
      out.terminate();
    }
  }

  @Override
  public void close(String reason) {
    close(WsCloseCodes.VIOLATED_POLICY, reason);
  }

  /// In bytes: a frame of this kind has no more, and who gets a longer one learns nothing of it.
  private static final int LONGEST_REASON = 120;

  private void close(int code, String reason) {
    door.closing(agent(), reason);
    SocketWriter out = outgoing;
    if (out != null) {
      out.close(code, shortened(reason));
    }
  }

  private static String shortened(String reason) {
    String part = reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    while (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
      part = part.substring(0, part.offsetByCodePoints(part.length(), -1));
    }
    return part;
  }

  /// Looks whether the agent is still there, and asks it. One that has not been heard of for a
  /// while is not: it comes again by itself.
  void pulse() {
    SocketWriter out = outgoing;
    if (out == null) {
      return;
    }
    int looks = silence.increment();
    boolean isStranger = registered == null && looks > door.looksAtAStranger();
    if (isStranger || looks > door.looksInSilence()) {
      door.closing(agent(), isStranger ? "it has not registered" : "it has fallen silent");
      Thread.ofVirtual().name("end of " + agent()).start(this::over);
    } else {
      out.ping();
    }
  }

  /// Said when the server stops: agents come again, to another one or the next.
  void leave() {
    close(WsCloseCodes.GOING_AWAY, "the server is stopping");
  }

  /// Waits until that is written, at the most so long.
  void awaitLeave(Duration bound) throws InterruptedException {
    SocketWriter out = outgoing;
    if (out != null) {
      out.awaitEnd(bound);
    }
  }

  static List<String> labels(AgentRegister register, StoredToken token) {
    return register.labels().isEmpty() ? token.labels() : register.labels();
  }
}
