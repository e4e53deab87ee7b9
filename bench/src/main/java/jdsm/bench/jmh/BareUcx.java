package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;

/**
 * One of two processes that use UCX by its Java binding and nothing else: they meet through files of a folder. Its main
 * is the partner of {@link UcxPingPong} and {@link UcxAccess}: it sends every message back, and its memory is open to
 * the other side's gets and puts. One thread.
 */
final class BareUcx implements AutoCloseable {
    private static final String LIBRARIES = "JDSM_UCX_LIB";
    private static final long ALL_BITS = -1;
    private static final UcxCallback NOTHING = new UcxCallback();

    private final UcpContext context;
    private final UcpWorker worker;
    private final UcpEndpoint endpoint;
    private final UcpMemory registered;
    private final UcpRemoteKey remoteKey;
    private final ByteBuffer message;
    private final long address;
    private final long remoteAddress;
    private final int bytes;

    /**
     * Meets the other side. Blocks until it is there.
     *
     * @param folder for this pair alone
     * @param bytes the length of a message, and of the memory that is open to the other side
     * @param side 0 or 1
     */
    BareUcx(Path folder, int bytes, int side) throws IOException {
        loadLibraries();
        this.bytes = bytes;
        context = new UcpContext(new UcpParams().requestTagFeature().requestRmaFeature());
        worker = context.newWorker(new UcpWorkerParams());
        message = ByteBuffer.allocateDirect(bytes);
        address = UcxUtils.getAddress(message);
        registered = context.registerMemory(message);
        ByteBuffer key = registered.getRemoteKeyBuffer();
        ByteBuffer own = worker.getAddress();
        ByteBuffer card = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + own.remaining() + key.remaining());
        card.putLong(address).putInt(own.remaining()).put(own).put(key);
        publish(folder.resolve("side-" + side), card.array());
        ByteBuffer other = ByteBuffer.wrap(await(folder.resolve("side-" + (1 - side))));
        remoteAddress = other.getLong();
        int addressBytes = other.getInt();
        endpoint = worker.newEndpoint(new UcpEndpointParams().setUcpAddress(direct(other, addressBytes)));
        remoteKey = endpoint.unpackRemoteKey(direct(other, other.remaining()));
    }

    /** @param args folder, length of a message in bytes */
    public static void main(String[] args) throws IOException {
        Partner.endWithParent();
        try (BareUcx side = new BareUcx(Path.of(args[0]), Integer.parseInt(args[1]), 1)) {
            while (side.receive() > 0) {
                side.send();
            }
        }
        System.exit(0);
    }

    void send() {
        await(endpoint.sendTaggedNonBlocking(address, bytes, 1, NOTHING));
    }

    /** Makes the other side end. */
    void end() {
        await(endpoint.sendTaggedNonBlocking(address, 0, 1, NOTHING));
    }

    /** Waits for the next message. Returns its length in bytes. */
    long receive() {
        UcpRequest request = worker.recvTaggedNonBlocking(address, bytes, 1, ALL_BITS, NOTHING);
        await(request);
        return request.getRecvSize();
    }

    /** Reads the other side's memory. */
    void get() {
        await(endpoint.getNonBlocking(remoteAddress, remoteKey, address, bytes, NOTHING));
    }

    /** Writes the other side's memory. Returns when the bytes are there. */
    void put() {
        endpoint.putNonBlockingImplicit(address, bytes, remoteAddress, remoteKey);
        await(endpoint.flushNonBlocking(NOTHING));
    }

    private void await(UcpRequest request) {
        while (!request.isCompleted()) {
            try {
                worker.progress();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        await(endpoint.closeNonBlockingFlush());
        remoteKey.close();
        worker.close();
        registered.deregister();
        context.close();
    }

    /** The binding names UCX's libraries without a directory; it finds those that are loaded. */
    private static void loadLibraries() {
        String directory = System.getenv(LIBRARIES);
        if (directory != null) {
            for (String name : List.of("libucm.so.0", "libucs.so.0", "libuct.so.0", "libucp.so.0")) {
                System.load(Path.of(directory, name).toAbsolutePath().toString());
            }
        }
    }

    private static ByteBuffer direct(ByteBuffer from, int bytes) {
        ByteBuffer copy = ByteBuffer.allocateDirect(bytes).put(0, from, from.position(), bytes);
        from.position(from.position() + bytes);
        return copy;
    }

    private static void publish(Path file, byte[] bytes) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.write(unfinished, bytes);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] await(Path file) throws IOException {
        while (!Files.exists(file)) {
            Thread.onSpinWait();
        }
        return Files.readAllBytes(file);
    }
}
