package jdsm.comm.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes wrong bytes of right ones. A seed decides all. */
final class Mutations {
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_REPEATS = 200;
    private static final long[] EXTREMES = {
        0,
        1,
        2,
        -1,
        -2,
        0x7f,
        0x80,
        0xff,
        0x100,
        0x7fff,
        0x8000,
        0xffff,
        1 << 16,
        1 << 20,
        1 << 24,
        1 << 26,
        1 << 30,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 1,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 32,
        1L << 40
    };

    private final Random random;

    Mutations(long seed) {
        random = new Random(seed);
    }

    /** Returns a changed copy of one of the inputs. */
    byte[] next(List<byte[]> corpus) {
        byte[] input = corpus.get(random.nextInt(corpus.size())).clone();
        for (int left = 1 + random.nextInt(MOST_AT_ONCE); left > 0; left--) {
            input = changed(input, corpus);
        }
        return input.length > MOST_BYTES ? Arrays.copyOf(input, MOST_BYTES) : input;
    }

    private byte[] changed(byte[] input, List<byte[]> corpus) {
        if (input.length == 0) {
            return anyBytes(random.nextInt(64));
        }
        return switch (random.nextInt(12)) {
            case 0, 1 -> flipped(input);
            case 2 -> Arrays.copyOf(input, random.nextInt(input.length + 1));
            case 3 -> joined(input, anyBytes(random.nextInt(32)));
            case 4 -> spliced(input, corpus.get(random.nextInt(corpus.size())));
            case 5, 6, 7 -> withNumber(input);
            case 8 -> repeated(input);
            case 9 -> without(input);
            case 10 -> withLongNumber(input);
            default -> withByte(input);
        };
    }

    private byte[] anyBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] flipped(byte[] input) {
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            input[random.nextInt(input.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return input;
    }

    private byte[] withByte(byte[] input) {
        input[random.nextInt(input.length)] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(20));
        return input;
    }

    private byte[] spliced(byte[] one, byte[] other) {
        int to = random.nextInt(one.length + 1);
        int from = random.nextBoolean() ? Math.min(to, other.length) : random.nextInt(other.length + 1);
        return joined(Arrays.copyOf(one, to), Arrays.copyOfRange(other, from, other.length));
    }

    /** Sets a number of one to eight bytes to an extreme, or near the number of bytes behind it. */
    private byte[] withNumber(byte[] input) {
        int width = 1 << random.nextInt(4);
        if (input.length < width) {
            return flipped(input);
        }
        int at = random.nextInt(input.length - width + 1);
        if (random.nextBoolean()) {
            at = at / width * width; // most numbers are aligned
        }
        long value = random.nextInt(3) == 0
                ? input.length - at - width + random.nextInt(5) - 2
                : EXTREMES[random.nextInt(EXTREMES.length)];
        ByteBuffer buffer =
                ByteBuffer.wrap(input).order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        switch (width) {
            case 1 -> buffer.put(at, (byte) value);
            case 2 -> buffer.putShort(at, (short) value);
            case 4 -> buffer.putInt(at, (int) value);
            default -> buffer.putLong(at, value);
        }
        return input;
    }

    /** Replaces a byte by a number in the form of seven bits a byte. */
    private byte[] withLongNumber(byte[] input) {
        ByteArrayOutputStream number = new ByteArrayOutputStream();
        long rest = EXTREMES[random.nextInt(EXTREMES.length)];
        while ((rest & ~0x7fL) != 0) {
            number.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        number.write((int) rest);
        int at = random.nextInt(input.length);
        return joined(
                joined(Arrays.copyOf(input, at), number.toByteArray()),
                Arrays.copyOfRange(input, at + 1, input.length));
    }

    private byte[] repeated(byte[] input) {
        int from = random.nextInt(input.length);
        int to = from + 1 + random.nextInt(input.length - from);
        int times = 1 + random.nextInt(random.nextInt(100) == 0 ? MOST_BYTES : random.nextInt(MOST_REPEATS) + 1);
        times = Math.min(times, Math.max(1, (MOST_BYTES - input.length) / (to - from)));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(input, 0, to);
        for (int i = 0; i < times; i++) {
            all.write(input, from, to - from);
        }
        all.write(input, to, input.length - to);
        return all.toByteArray();
    }

    private byte[] without(byte[] input) {
        int from = random.nextInt(input.length);
        int to = from + 1 + random.nextInt(input.length - from);
        return joined(Arrays.copyOf(input, from), Arrays.copyOfRange(input, to, input.length));
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
