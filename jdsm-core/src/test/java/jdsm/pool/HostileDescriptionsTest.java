package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import jdsm.codec.CodecException;
import jdsm.codec.ThrowableState;
import jdsm.codec.ValueCodec;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.HandWoven;
import jdsm.runtime.Shared;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions that no rank of the job would send: nothing of what they name runs, and nothing is made of it. */
class HostileDescriptionsTest {
    private static final int ME = 1;
    private static final int RANKS = 2;
    private static final int SEED_COUNT = 20_000;
    private static final String KEY = HostileDescriptionsTest.class.getName();

    /** What must not happen. */
    private static void ran(String what) {
        System.setProperty(KEY, what);
    }

    static final class Initialised implements Woven {
        static {
            ran("an initialiser of a woven class");
        }

        @Override
        public Shared $jdsm() {
            return null;
        }

        @Override
        public void $jdsm(Shared shared) {}
    }

    static final class NotWoven {
        static {
            ran("an initialiser of a class that is not woven");
        }
    }

    static class Cell extends HandWoven {
        int value;
        Cell next;
    }

    abstract static class AbstractCell extends Cell {}

    abstract static class AbstractFailure extends Exception {
        private static final long serialVersionUID = 1L;
    }

    enum Initialising {
        ONE;

        static {
            ran("an initialiser of an enum");
        }
    }

    record Trap(int number) {
        static {
            ran("an initialiser of a record");
        }
    }

    record Throwing(int number) {
        Throwing {
            throw new IllegalStateException("number " + number);
        }
    }

    record Pair(String first, Pair second) {}

    interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private Directory directory = new Directory();
    private SharedObjects objects = new SharedObjects(directory, getClass().getClassLoader());
    private final List<SharedEntry> made = new ArrayList<>();
    private int unit;
    private int lock;
    private int span;

    @BeforeEach
    void seal() {
        System.clearProperty(KEY);
        directory.add(new Cell(), 0, objects, Optional.empty());
        directory.seal(ME, RANKS);
        objects.seal(ME, RANKS, (together, owner, mayBeWritten) -> made.addAll(together));
        int first = directory.units() + directory.entries().size() + (1 << 26);
        span = (Integer.MAX_VALUE - first) / RANKS;
        unit = first;
        lock = first + span / 2;
    }

    private void again() {
        directory = new Directory();
        objects = new SharedObjects(directory, getClass().getClassLoader());
        seal();
    }

    private static void number(DataOutputStream out, long value) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Packing.NUMBER_BYTES);
        Packing.putNumber(value, bytes);
        out.write(bytes.array(), 0, bytes.position());
    }

    private static void signed(DataOutputStream out, long value) throws IOException {
        number(out, value << 1 ^ value >> 63);
    }

    private static void type(DataOutputStream out, String name) throws IOException {
        number(out, DescriptionWriter.NEW_CLASS);
        number(out, name.length());
        out.write(name.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            body.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private byte[] object(String name, int ofUnit, int ofLock) {
        return bytes(out -> {
            signed(out, ofUnit + 1);
            type(out, name);
            signed(out, ofLock);
            out.writeInt(7);
        });
    }

    private byte[] array(String name, int length, int blockLength) {
        return bytes(out -> {
            signed(out, unit + 1);
            type(out, name);
            signed(out, lock);
            out.writeInt(7);
            signed(out, length);
            signed(out, blockLength);
        });
    }

    /** The description of several objects in a unit, with its last array length if it is of arrays. */
    private byte[] together(String name, int ofNumber, int place, int objects, int ofLock, int... length) {
        return bytes(out -> {
            signed(out, ofNumber);
            number(out, DescriptionWriter.TOGETHER);
            number(out, place);
            number(out, objects);
            type(out, name);
            signed(out, ofLock);
            for (int i = 0; i < objects; i++) {
                out.writeInt(Integer.reverseBytes(7 + i));
            }
            for (int each : length) {
                signed(out, each);
                signed(out, 0);
            }
        });
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeBoolean(true);
        out.writeInt(text.length());
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] value(int number, Body body) {
        byte[] value = bytes(body);
        return bytes(out -> {
            signed(out, number);
            number(out, DescriptionWriter.VALUE);
            number(out, value.length);
            out.write(value);
        });
    }

    private static byte[] record(String name, Body components) {
        return value(-1, out -> {
            out.writeByte(14);
            text(out, name);
            components.write(out);
        });
    }

    private byte[] exception(String name, byte[] state, int cause, int... suppressed) {
        return bytes(out -> {
            out.write(object(name, unit, lock));
            number(out, state.length);
            out.write(state);
            signed(out, cause);
            number(out, suppressed.length);
            for (int each : suppressed) {
                signed(out, each);
            }
        });
    }

    private static byte[] stateOf(Throwable thrown) {
        return ThrowableState.of(thrown).encode(new ValueCodec(HostileDescriptionsTest.class.getClassLoader()));
    }

    private ExpectedTypes expecting(int number, Class<?>... declared) {
        ExpectedTypes expected = new ExpectedTypes();
        for (Class<?> type : declared) {
            expected.reference(number, type);
        }
        return expected;
    }

    private void learn(byte[] descriptions, ExpectedTypes expected) {
        new DescriptionReader(objects).learn(ByteBuffer.wrap(descriptions), expected);
    }

    private void assertRefused(byte[] descriptions, ExpectedTypes expected, String why) {
        assertThatThrownBy(() -> learn(descriptions, expected))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(why);
        assertThat(System.getProperty(KEY)).isNull();
        assertThat(made).isEmpty();
        assertThat(directory.entryOfUnit(unit)).isNull();
    }

    @Test
    void whatFitsIsMade() {
        learn(object(Cell.class.getName(), unit, lock), expecting(unit + 1, Cell.class, Object.class));
        learn(
                record(Pair.class.getName(), out -> {
                    out.writeByte(1);
                    text(out, "one");
                    out.writeByte(0);
                }),
                expecting(-1, Pair.class));

        assertThat(made).hasSize(1);
        assertThat(objects.objectOf(unit + 1)).isInstanceOf(Cell.class);
        assertThat(objects.objectOf(-1)).isEqualTo(new Pair("one", null));
    }

    @Test
    void severalObjectsInAUnit() {
        learn(together(Cell.class.getName(), unit + 2, 1, 3, lock), expecting(unit + 2, Cell.class));

        assertThat(made).extracting(SharedEntry::number).containsExactly(unit, unit + 1, unit + 2);
        assertThat(made).extracting(SharedEntry::firstUnit).containsOnly(unit);
        assertThat(made).extracting(SharedEntry::lockUnit).containsExactly(lock, lock + 1, lock + 2);
        assertThat(made).extracting(SharedEntry::hash).containsExactly(7, 8, 9);
        assertThat(objects.objectOf(unit + 2)).isInstanceOf(Cell.class).isNotSameAs(objects.objectOf(unit + 1));
        learn(together(Cell.class.getName(), unit + 3, 2, 3, lock), expecting(unit + 3, Cell.class));
        assertThat(made).as("known already").hasSize(3);
    }

    @Test
    void exceptionsThatNoRankHas() {
        Exception known = new IllegalStateException("text");
        byte[] state = stateOf(known);
        String type = known.getClass().getName();
        ExpectedTypes any = expecting(unit + 1, Object.class);
        assertRefused(exception(type, state, 0), expecting(unit + 1, Cell.class), "where there can be none");
        assertRefused(exception("java.sql.SQLException", state, 0), any, "is none whose exceptions are shared");
        assertRefused(exception("java.nio.file.FileSystemException", state, 0), any, "cut off");
        assertRefused(exception(AbstractFailure.class.getName(), state, 0), any, "is none whose objects");
        assertRefused(exception(type, Arrays.copyOf(state, state.length - 1), 0), any, "malformed exception");
        assertRefused(exception(type, Arrays.copyOf(state, state.length + 1), 0), any, "malformed exception");
        assertRefused(together(type, unit + 1, 0, 2, lock), any, "2 exceptions in a unit");
        for (int at = 0; at < state.length; at++) {
            byte[] changed = state.clone();
            changed[at] ^= 0x40;
            try {
                ThrowableState.decode(known.getClass(), ByteBuffer.wrap(changed), objects.codec());
            } catch (CodecException e) {
                assertThat(e).hasMessageMatching(".*(malformed|cut off|value).*");
            }
        }
    }

    @Test
    void causesThatNoRankHas() {
        String type = IllegalStateException.class.getName();
        byte[] state = stateOf(new IllegalStateException("text"));
        for (int cause : new int[] {unit + 1, unit + 5, 1}) {
            again();
            byte[] itself = exception(type, state, cause);
            assertThatThrownBy(() -> learn(itself, expecting(unit + 1, Object.class)))
                    .isInstanceOf(CodecException.class);
        }
        again();
        byte[] suppressesItself = exception(type, state, 0, unit + 1);
        assertThatThrownBy(() -> learn(suppressesItself, expecting(unit + 1, Object.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("malformed exception");
    }

    @Test
    void anExceptionThatFits() {
        IllegalStateException known = new IllegalStateException("text");
        learn(
                exception(known.getClass().getName(), stateOf(known), 0),
                expecting(unit + 1, RuntimeException.class, Object.class));

        assertThat(made).hasSize(1);
        assertThat(objects.objectOf(unit + 1))
                .isInstanceOf(IllegalStateException.class)
                .isInstanceOfSatisfying(Throwable.class, made -> {
                    assertThat(made).hasMessage("text").hasNoCause();
                    assertThat(made.getStackTrace()[0]).hasToString(known.getStackTrace()[0].toString());
                });
    }

    @Test
    void unitsThatNobodyMakes() {
        String cell = Cell.class.getName();
        ExpectedTypes first = expecting(unit + 1, Object.class);
        assertRefused(together(cell, unit + 1, 3, 3, lock), first, "object 3 of a unit of 3");
        assertRefused(together(cell, unit + 1, 1, 3, lock), first, "which no rank can have made");
        assertRefused(together(cell, unit + 1, 0, 1000, lock), first, "1000 objects of " + cell + " in a unit");
        assertRefused(together(Object.class.getName(), unit + 1, 0, 2, lock), first, "2 objects of java.lang.Object");
        assertRefused(together("[I", unit + 1, 0, 2, lock, 1000), first, "2 objects of [I");
        assertRefused(together("[I", unit + 1, 0, 2, lock, -1), first, "2 objects of [I");
        assertRefused(together("[J", unit + 1, 0, 2, lock, Integer.MAX_VALUE), first, "2 objects of [J");
        assertRefused(
                together(Initialised.class.getName(), unit + 1, 0, 2, lock),
                expecting(unit + 1, Cell.class),
                "where there can be none");
        int lastLock = unit + span - 1;
        assertRefused(together(cell, unit + 1, 0, 2, lastLock), first, "is in use or not that of an object");
        assertRefused(
                together(cell, unit + span / 2, 0, 2, lock),
                expecting(unit + span / 2, Object.class),
                "is in use or not that of a unit");
    }

    @Test
    void aUnitWithIdsInUse() {
        learn(object(Cell.class.getName(), unit + 1, lock + 1), expecting(unit + 2, Cell.class));
        byte[] over = together(Cell.class.getName(), unit + 1, 0, 2, lock + 2);
        assertThatThrownBy(() -> learn(over, expecting(unit + 1, Cell.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("is in use");
        byte[] lockInUse = together(Cell.class.getName(), unit + 11, 0, 2, lock);
        assertThatThrownBy(() -> learn(lockInUse, expecting(unit + 11, Cell.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("is in use");
        assertThat(made).hasSize(1);
    }

    @Test
    void classesThatCannotBeThereAreNotInitialised() {
        String type = Initialised.class.getName();
        assertRefused(object(type, unit, lock), expecting(unit + 1, Cell.class), "where there can be none");
        assertRefused(
                object(type, unit, lock), expecting(unit + 1, Object.class, Cell.class), "where there can be none");
        assertRefused(
                object(NotWoven.class.getName(), unit, lock),
                expecting(unit + 1, Object.class),
                "is none whose objects");
        assertRefused(array("[L" + type + ";", 1, 0), expecting(unit + 1, Cell[].class), "where there can be none");
        assertRefused(
                value(-1, out -> {
                    out.writeByte(12);
                    text(out, Initialising.class.getName());
                    text(out, "ONE");
                }),
                expecting(-1, Thread.State.class),
                "where there can be none");
        assertRefused(
                value(-1, out -> {
                    out.writeByte(12);
                    text(out, NotWoven.class.getName());
                    text(out, "ONE");
                }),
                expecting(-1, Object.class),
                "is no enum");
        assertRefused(
                record(Trap.class.getName(), out -> {
                    out.writeByte(6);
                    out.writeInt(1);
                }),
                expecting(-1, Pair.class),
                "where there can be none");
    }

    @Test
    void recordsInRecordsAreLookedAtToo() {
        assertRefused(
                record(Pair.class.getName(), out -> {
                    out.writeByte(0);
                    out.writeByte(14);
                    text(out, Trap.class.getName());
                    out.writeByte(6);
                    out.writeInt(1);
                }),
                expecting(-1, Pair.class),
                "where there can be none");
    }

    @Test
    void aConstructorThatThrows() {
        assertRefused(
                record(Throwing.class.getName(), out -> {
                    out.writeByte(6);
                    out.writeInt(1);
                }),
                expecting(-1, Object.class),
                "record " + Throwing.class.getName());
    }

    @Test
    void classesThatAreNotHereOrHaveNoInstances() {
        assertRefused(object("no.such.Class", unit, lock), expecting(unit + 1, Object.class), "is not here");
        assertRefused(
                object(AbstractCell.class.getName(), unit, lock),
                expecting(unit + 1, Cell.class),
                "is none whose objects");
        assertRefused(object("[I", unit, lock), expecting(unit + 1, Object.class), "a malformed number");
        assertRefused(
                bytes(out -> {
                    signed(out, unit + 1);
                    number(out, DescriptionWriter.FIRST_CLASS);
                }),
                expecting(unit + 1, Object.class),
                "no description has code " + DescriptionWriter.FIRST_CLASS);
        assertRefused(
                object(Woven.class.getName(), unit, lock), expecting(unit + 1, Object.class), "is none whose objects");
    }

    @ParameterizedTest
    @CsvSource({
        "[J, 2147483647, 0, no room", "[I, -1, 0, no room", "[D, 2147483647, 8192, no room",
        "[I, -2147483648, 1, no room", "[I, 100, 1, blocks of 1", "[I, 100, -1, blocks of -1",
        "[Ljava.lang.Object;, 2147483647, 0, no room"
    })
    void lengthsThatNobodyHas(String name, int length, int blockLength, String why) {
        assertRefused(array(name, length, blockLength), expecting(unit + 1, Object.class), why);
    }

    @Test
    void valuesOfAnotherType() {
        byte[] number = value(-1, out -> {
            out.writeByte(6);
            out.writeInt(1);
        });
        assertRefused(number, expecting(-1, String.class), "a value of java.lang.Integer where there can be none");
        assertRefused(number, expecting(-2, Object.class), "number -1, to which nothing refers");
    }

    @Test
    void aDescriptionOfNull() {
        byte[] nothing = value(0, out -> out.writeByte(0));
        assertRefused(nothing, expecting(0, Object.class), "a description of null");
    }

    @Test
    void aValueThatIsNull() {
        assertRefused(value(-1, out -> out.writeByte(0)), expecting(-1, Object.class), "number -1 for null");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 1000})
    void textsOfAnotherLength(int length) {
        for (boolean exact : new boolean[] {true, false}) {
            assertRefused(
                    value(-1, out -> {
                        out.writeByte(1);
                        out.writeBoolean(exact);
                        out.writeInt(length);
                        out.writeChars("ab");
                    }),
                    expecting(-1, Object.class),
                    "cut off");
        }
        byte[] longer = bytes(out -> {
            signed(out, -1);
            number(out, DescriptionWriter.VALUE);
            number(out, length);
            out.write(1);
        });
        assertRefused(longer, expecting(-1, Object.class), "a value of " + length + " bytes");
    }

    @Test
    void optionalsOfOthers() {
        for (int content : new int[] {-1, -2, -(1 << 30)}) {
            byte[] optional = optional(-1, content);
            assertRefused(optional, expecting(-1, Object.class), "optional -1 of number " + content);
        }
        int none = ImmediateValues.numberOf(true) + 1;
        assertRefused(optional(-1, none), expecting(-1, Object.class), "number " + none + ", which no value has");
        assertRefused(optional(-1, 0), expecting(-1, String.class), "an object of java.util.Optional");
        assertRefused(optional(1 << 20, 0), expecting(1 << 20, Object.class), "number 1048576 for a value");
        assertRefused(optional(-1, 7), expecting(-2, Object.class), "number -1, to which nothing refers");
    }

    private static byte[] optional(int number, int content) {
        return bytes(out -> {
            signed(out, number);
            number(out, DescriptionWriter.OPTIONAL);
            signed(out, content);
        });
    }

    @Test
    void recordsThatAreTooDeep() {
        byte[] deep = value(-1, out -> {
            for (int i = 0; i < 200_000; i++) {
                out.writeByte(14);
                text(out, Pair.class.getName());
                out.writeByte(0);
            }
        });
        assertRefused(deep, expecting(-1, Pair.class), "a malformed value");
    }

    @Test
    void idsThatNobodyGives() {
        String cell = Cell.class.getName();
        int own = unit + span;
        for (int[] ids : new int[][] {
            {own, lock},
            {own, own + (lock - unit)},
            {lock, lock},
            {unit, unit},
            {unit, own + (lock - unit)},
            {unit, 0},
            {Integer.MAX_VALUE - 1, lock}
        }) {
            assertRefused(
                    object(cell, ids[0], ids[1]), expecting(ids[0] + 1, Cell.class), "which no rank can have made");
        }
        int ownValue = -(1 + Integer.MAX_VALUE / RANKS);
        assertRefused(
                value(ownValue, out -> {
                    out.writeByte(6);
                    out.writeInt(1);
                }),
                expecting(ownValue, Object.class),
                "for a value");
    }

    /** Seeded: whatever becomes of right descriptions, they are learnt or refused, and nothing else happens. */
    @Test
    void anyBytes() {
        byte[][] right = {
            object(Cell.class.getName(), unit, lock),
            array("[D", 100, 0),
            array("[Ljava.lang.Object;", 10, 0),
            record(Pair.class.getName(), out -> {
                out.writeByte(1);
                text(out, "one");
                out.writeByte(0);
            }),
            value(-1, out -> {
                out.writeByte(12);
                text(out, Thread.State.class.getName());
                text(out, "NEW");
            })
        };
        for (int seed = 0; seed < SEED_COUNT; seed++) {
            Random random = new Random(seed);
            byte[] changed = right[random.nextInt(right.length)].clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                changed = Arrays.copyOf(changed, random.nextInt(changed.length));
            }
            ExpectedTypes expected = expecting(unit + 1, Object.class);
            expected.reference(-1, Object.class);
            try {
                learn(changed, expected);
            } catch (CodecException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotNull();
            }
            assertThat(System.getProperty(KEY)).as("seed %d", seed).isNull();
        }
    }
}
