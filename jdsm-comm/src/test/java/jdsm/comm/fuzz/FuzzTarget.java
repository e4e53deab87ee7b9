package jdsm.comm.fuzz;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A decoder of bytes of a peer, with what it promises for any bytes.
 *
 * @param name of the decoder
 * @param corpus valid encodings, made by the real encoder; the decoder takes each of them
 * @param decoder the decoder
 * @param found inputs that have broken a promise once; each run begins with them
 * @param prepare runs before each input, and counts for nothing
 * @param refusals the types of exceptions that the decoder's caller takes for "this peer sent nonsense"
 * @param mostBytes the bytes that one input may allocate, whatever its length
 * @param bytesPerByte the bytes that it may allocate besides for each of its own
 */
public record FuzzTarget(
        String name,
        List<byte[]> corpus,
        Decoder decoder,
        List<byte[]> found,
        Runnable prepare,
        List<Class<? extends Exception>> refusals,
        long mostBytes,
        int bytesPerByte) {
    /** Decodes an input. */
    @FunctionalInterface
    public interface Decoder {
        void decode(byte[] input) throws Exception;
    }

    /** Exceptions, messages, and names of classes that are looked for. */
    private static final long MOST_BYTES = 64 << 10;

    private static final int BYTES_PER_BYTE = 32;

    /** Makes a target with the usual bounds: 64 KiB, and 32 bytes for each byte of the input. */
    @SafeVarargs
    @SuppressWarnings("varargs") // copied
    public static FuzzTarget of(
            String name, List<byte[]> corpus, Decoder decoder, Class<? extends Exception>... refusals) {
        return new FuzzTarget(
                name, corpus, decoder, List.of(), () -> {}, List.of(refusals), MOST_BYTES, BYTES_PER_BYTE);
    }

    /** This target with other bounds. */
    public FuzzTarget allocating(long most, int perByte) {
        return new FuzzTarget(name, corpus, decoder, found, prepare, refusals, most, perByte);
    }

    /** This target with something to be done before each input. */
    public FuzzTarget preparedBy(Runnable before) {
        return new FuzzTarget(name, corpus, decoder, found, before, refusals, mostBytes, bytesPerByte);
    }

    /** This target with inputs, in hexadecimal, that have broken a promise. */
    public FuzzTarget found(String... hex) {
        List<byte[]> inputs = Arrays.stream(hex).map(HexFormat.of()::parseHex).toList();
        return new FuzzTarget(name, corpus, decoder, inputs, prepare, refusals, mostBytes, bytesPerByte);
    }

    @Override
    public String toString() {
        return name;
    }
}
