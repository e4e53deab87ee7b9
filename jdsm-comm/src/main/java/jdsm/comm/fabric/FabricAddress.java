package jdsm.comm.fabric;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.RankAddress;

/**
 * The part of a rank's address at the rendezvous that is for a fabric: the use of the fabric and the rank's address in
 * it, or the reason why the rank does without. Empty where the transport has no fabric. On the wire:
 *
 * <pre>
 *  0 code of the use (1)   1 address; or reason, UTF-8
 * </pre>
 *
 * @param use the use of the fabric
 * @param content the address, or the reason
 */
public record FabricAddress(Use use, ByteBuffer content) {
    private static final int LONGEST_REASON = 300;

    /** The pairs of ranks that a fabric connects. The code is sent on the wire. */
    public enum Use {
        /** None: the rank has no fabric. */
        NONE(0),
        /** All pairs. */
        ALL(1),
        /** Pairs of ranks that do not share memory. */
        BETWEEN_HOSTS(2);

        private final int code;

        Use(int code) {
            this.code = code;
        }
    }

    /** The address of a rank in a fabric. */
    public static FabricAddress of(Use use, ByteBuffer address) {
        return new FabricAddress(use, address);
    }

    /** The address of a rank that could use a fabric and does not. */
    public static FabricAddress none(String reason) {
        return new FabricAddress(Use.NONE, StandardCharsets.UTF_8.encode(shortened(reason)));
    }

    /** Returns the bytes for {@link RankAddress#transport}. */
    public ByteBuffer encode() {
        ByteBuffer bytes = content.duplicate();
        return ByteBuffer.allocate(1 + bytes.remaining())
                .put((byte) use.code)
                .put(bytes)
                .flip();
    }

    /** Decodes any bytes; those that no rank sends have the use NONE. */
    private static FabricAddress decode(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) {
            return none("its transport has no fabric");
        }
        int code = bytes.get(bytes.position());
        Use use = Arrays.stream(Use.values())
                .filter(each -> each.code == code)
                .findFirst()
                .orElse(Use.NONE);
        return new FabricAddress(use, bytes.slice(bytes.position() + 1, bytes.remaining() - 1));
    }

    /** The reason of a rank without a fabric, as one line. */
    private String reason() {
        String text = StandardCharsets.UTF_8.decode(content.duplicate()).toString();
        return shortened(text).replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(LONGEST_REASON, text.length()));
    }

    /**
     * Returns the address of a rank in the fabric.
     *
     * @param table the addresses of all ranks
     * @throws CommException with reason JOIN if the rank does not use the fabric in this way
     */
    public static ByteBuffer required(RankAddress[] table, int rank, Use use) {
        FabricAddress address = decode(table[rank].transport());
        if (address.use != use) {
            throw new CommException(
                    Reason.JOIN,
                    rank,
                    "rank " + rank + " has another transport than this one"
                            + (address.use == Use.NONE ? " (" + address.reason() + ")" : "")
                            + ": all ranks need the same --comm");
        }
        return address.content;
    }

    /** Returns the first rank that does not use the fabric in this way, with its reason; empty if all ranks use it. */
    public static Optional<String> missing(RankAddress[] table, Use use) {
        for (int rank = 0; rank < table.length; rank++) {
            FabricAddress address = decode(table[rank].transport());
            if (address.use != use) {
                return Optional.of("rank " + rank + ": "
                        + (address.use == Use.NONE ? address.reason() : "it uses the fabric otherwise"));
            }
        }
        return Optional.empty();
    }
}
