package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.codec.CodecException;
import jdsm.coherence.CoherenceMessage;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.HandWoven;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes in place of what rank 0 says of objects and values that rank 1 does not know, and of copies with a reply. */
class DescriptionsFuzzTest {
    private static final int RANKS = 2;

    static final class Cell extends HandWoven {
        int value = 3;
        Cell next;
        Object any;
    }

    record Pair(String first, Pair second) {}

    enum Suit {
        HEARTS
    }

    /** A rank's objects; the root is known to both from the beginning. */
    private static final class Side {
        private final Cell root = new Cell();
        private final Directory directory = new Directory();
        private final SharedObjects objects =
                new SharedObjects(directory, getClass().getClassLoader());
        private final List<Integer> numbers = new ArrayList<>();
        private final List<SharedEntry> made = new ArrayList<>();

        Side(int rank) {
            directory.add(root, 0, objects, Optional.empty());
            directory.seal(rank, RANKS);
            objects.seal(rank, RANKS, (together, owner, mayBeWritten) -> made.addAll(together));
        }

        byte[] describe(Object... all) {
            DescriptionWriter writer = new DescriptionWriter(objects, DescriptionWriter.ANYBODY);
            GrowingBytes bytes = new GrowingBytes();
            for (Object one : all) {
                int number = objects.numberOf(one);
                numbers.add(number);
                writer.add(number, bytes);
            }
            return bytes.toArray();
        }

        byte[] bundle() {
            root.any = new Pair("a", new Pair("b", null));
            root.next = new Cell();
            root.next.any = new long[] {1, 2, 3};
            Bundle bundle = new Bundle(
                    new Copies(directory, objects), new DescriptionWriter(objects, DescriptionWriter.ANYBODY));
            bundle.add(CoherenceMessage.copyWithReply(0, 5, false), number -> {});
            bundle.add(CoherenceMessage.copyWithReply(made.get(0).firstUnit(), 7, false), number -> {});
            bundle.add(CoherenceMessage.copyWithReply(0, 9, false), number -> {});
            return bundle.toArray(Bundle.NO_NEXT);
        }
    }

    private static Side receiver;

    static List<FuzzTarget> targets() {
        Side sender = new Side(0);
        List<byte[]> few = List.of(
                sender.describe(new Cell()),
                sender.describe(new Cell(), new Cell(), new Object()),
                sender.describe(new Pair("one", new Pair("two", null)), Suit.HEARTS, "text"),
                sender.describe(Optional.of("some"), Optional.empty(), 7L));
        List<byte[]> arrays = new ArrayList<>(few);
        arrays.add(sender.describe(new double[100], new Cell[10], new Object[] {"a"}));
        List<Integer> numbers = List.copyOf(sender.numbers);
        return List.of(
                FuzzTarget.of("descriptions", few, input -> learn(input, numbers), CodecException.class)
                        .preparedBy(DescriptionsFuzzTest::prepare)
                        .allocating(2 << 20, 64),
                FuzzTarget.of("descriptions of arrays", arrays, input -> learn(input, numbers), CodecException.class)
                        .preparedBy(DescriptionsFuzzTest::prepare)
                        // An array has its full length on each rank, which the heap bounds and not the message.
                        .allocating(Runtime.getRuntime().maxMemory(), 64),
                FuzzTarget.of(
                                "bundle",
                                List.of(new Side(0).bundle()),
                                DescriptionsFuzzTest::unpack,
                                CodecException.class)
                        .preparedBy(DescriptionsFuzzTest::prepare)
                        .allocating(2 << 20, 64));
    }

    private static int left;

    /** New objects, now and then: what has been described is known from then on. */
    private static void prepare() {
        if (left-- == 0 || receiver == null) {
            receiver = new Side(1);
            left = 10;
        }
    }

    private static void learn(byte[] input, List<Integer> numbers) {
        ExpectedTypes expected = new ExpectedTypes();
        numbers.forEach(number -> expected.reference(number, Object.class));
        new DescriptionReader(receiver.objects).learn(ByteBuffer.wrap(input), expected);
    }

    /** As the driver's port does with each copy. */
    private static void unpack(byte[] input) {
        Copies copies = new Copies(receiver.directory, receiver.objects);
        for (Received copy : Bundle.read(input, 0, receiver.objects)) {
            int unit = copy.message().unit();
            if (receiver.directory.isLock(unit) || receiver.directory.entryOfUnit(unit) == null) {
                throw new CodecException("no unit " + unit);
            }
            ExpectedTypes expected = copies.expectedTypes(unit, copy.content(), null);
            copy.readerFor(receiver.objects).learn(ByteBuffer.wrap(copy.extras().descriptions()), expected);
            copies.install(unit, copy.content(), null);
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws InterruptedException {
        Fuzzer.run(target);
    }
}
