package jdsm.remote.server;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.MessageHandler;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import jdsm.comm.spi.HeapFrame;
import jdsm.remote.door.Kinds;
import jdsm.remote.door.Wish;
import jdsm.remote.store.PageStores;
import org.junit.jupiter.api.Test;

/** Any messages between a client and its memory server. The first byte of an input is the kind. */
class MessagesFuzzTest {
    private static final int PAGE = 4 << 10;
    private static final int PAGES = 100;

    private final Map<Integer, MessageHandler> handlers = new HashMap<>();

    /** Takes the handlers, and sends nothing. */
    private Comm comm() {
        return (Comm) Proxy.newProxyInstance(
                Comm.class.getClassLoader(),
                new Class<?>[] {Comm.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "handle" -> handlers.put((int) arguments[0], (MessageHandler) arguments[1]);
                    case "frame" -> new HeapFrame((int) arguments[0], (int) arguments[1]);
                    case "onFailure", "start", "post" -> null;
                    default -> throw new AssertionError(method);
                });
    }

    private void deliver(byte[] input) {
        MessageHandler handler = input.length == 0 ? null : handlers.get((int) input[0]);
        if (handler != null) {
            handler.onMessage(
                    0, ByteBuffer.wrap(input, 1, input.length - 1).slice().order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private static byte[] message(int kind, int first, int bytes) {
        ByteBuffer message = ByteBuffer.allocate(1 + bytes).order(ByteOrder.LITTLE_ENDIAN);
        message.put((byte) kind);
        if (bytes >= Integer.BYTES) {
            message.putInt(first);
        }
        return message.array();
    }

    @Test
    void atTheServer() throws InterruptedException {
        Wish wish = new Wish(PAGE, PAGES, "tcp", 1);
        PageAllocator allocator = new PageAllocator(AllocatorSettings.of(PagePolicy.PS));
        new Client(comm(), wish, new AllocatedMemory(allocator, wish));
        List<byte[]> corpus = Arrays.asList(
                message(Kinds.READ, 7, 8),
                message(Kinds.WRITE, 99, Kinds.HEADER_BYTES + PAGE),
                message(Kinds.BYE, 0, 0));
        Fuzzer.run(FuzzTarget.of(
                "memory: at the server", corpus, this::deliver, IllegalArgumentException.class, CommException.class));
    }

    @Test
    void atTheClient() throws InterruptedException {
        PageStores.connectByMessages("m", comm(), PAGE, PAGES, why -> {});
        List<byte[]> corpus = List.of(message(Kinds.WRITTEN, 1, 4), message(Kinds.NO_MEMORY, 0x65656565, 4));
        Fuzzer.run(FuzzTarget.of("memory: at the client", corpus, this::deliver, CommException.class));
    }
}
