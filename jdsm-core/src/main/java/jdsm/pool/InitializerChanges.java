package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.Kinds;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.Refusal;
import jdsm.sync.MalformedMessage;
import jdsm.sync.Waits;

/**
 * Allows the initialiser of a class to change shared objects on one rank only: in one JVM it runs once. Rank 0 knows the
 * classes whose initialisers have done so, and where. Thread-safe.
 */
final class InitializerChanges {
    /** A question to rank 0 for the rank that has been first. */
    private static final class Question {
        private final Thread asking = Thread.currentThread();
        private volatile int first = -1;
    }

    private final Comm comm;
    private final Waits waits;
    /** At rank 0: the rank whose initialiser of a class was the first to change shared objects. */
    private final Map<String, Integer> ranks = new ConcurrentHashMap<>();
    /** The classes whose initialisers may do so here. */
    private final Set<String> own = ConcurrentHashMap.newKeySet();

    private final Map<Integer, Question> asked = new ConcurrentHashMap<>();
    private final AtomicInteger lastTicket = new AtomicInteger();

    /**
     * To be called before the Comm is started.
     *
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    InitializerChanges(Comm comm, Waits waits, Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.waits = waits;
        comm.handle(Kinds.INITIALIZER, (from, payload) -> {
            try {
                answer(from, payload);
            } catch (RuntimeException e) {
                onFailure.accept(MalformedMessage.of(from, Kinds.label(Kinds.INITIALIZER), e));
            }
        });
        comm.handle(Kinds.INITIALIZER_REPLY, (from, payload) -> {
            try {
                answered(from, payload);
            } catch (RuntimeException e) {
                onFailure.accept(MalformedMessage.of(from, Kinds.label(Kinds.INITIALIZER_REPLY), e));
            }
        });
    }

    /**
     * Requires that no other rank's initialiser of a class has changed shared objects, and has later ones refused. Blocks until
     * rank 0 has answered.
     *
     * @param changed what this rank's is about to change, in words
     * @throws UnsupportedOperationException if another rank's has
     */
    void requireFirst(String className, String changed) {
        if (own.contains(className)) {
            return;
        }
        int first = comm.rank() == 0 ? first(className, 0) : ask(className);
        if (first != comm.rank()) {
            throw Refusal.of("the initialiser of class " + className + " is about to change " + changed
                    + " while ranks compute, and that on rank " + first
                    + " has changed shared objects, too, which in one JVM happens once; "
                    + LateInitializers.remedy(className));
        }
        own.add(className);
    }

    /** The classes whose initialisers have changed shared objects on this rank while ranks computed. */
    Set<String> own() {
        return Set.copyOf(own);
    }

    private int first(String className, int rank) {
        Integer known = ranks.putIfAbsent(className, rank);
        return known == null ? rank : known;
    }

    private int ask(String className) {
        int ticket = lastTicket.incrementAndGet();
        Question question = new Question();
        asked.put(ticket, question);
        byte[] name = className.getBytes(StandardCharsets.UTF_8);
        Frame frame = comm.frame(Kinds.INITIALIZER, Integer.BYTES + name.length);
        frame.buffer().putInt(ticket).put(name);
        comm.post(0, frame);
        waits.await(
                () -> question.first >= 0,
                () -> "for rank 0 to allow a change by the initialiser of class " + className);
        return question.first;
    }

    private void answer(int from, ByteBuffer payload) {
        if (comm.rank() != 0) {
            throw new IllegalArgumentException("a question that only rank 0 answers");
        }
        int ticket = payload.getInt();
        int first = first(StandardCharsets.UTF_8.decode(payload).toString(), from);
        Frame frame = comm.frame(Kinds.INITIALIZER_REPLY, 2 * Integer.BYTES);
        frame.buffer().putInt(ticket).putInt(first);
        comm.post(from, frame);
    }

    private void answered(int from, ByteBuffer payload) {
        int ticket = payload.getInt();
        int first = payload.getInt();
        Question question = asked.remove(ticket);
        if (from != 0 || question == null || first < 0 || first >= comm.size()) {
            throw new IllegalArgumentException("an answer " + ticket + " to no question, or of rank " + first);
        }
        question.first = first;
        Waits.wake(question.asking);
    }
}
