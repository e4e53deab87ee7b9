package jdsm.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import jdsm.codec.UnitContent;
import jdsm.comm.Comm;
import jdsm.comm.Message;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.message.Kinds;
import jdsm.runtime.Presence;
import jdsm.sync.MalformedMessage;

/**
 * Compares the registrations of all ranks after {@code initialize}. Each rank sends a digest of them to rank 0.
 * If a digest differs, rank 0 asks that rank for its table; if a content differs, it asks for that content, and names
 * the first difference.
 */
final class RegistrationCheck {
    private static final String OF_THREADS =
            "; if a thread that initialize() has started changes this, such as one that"
                    + " completes a future, start it in start(), or wait for it in initialize()";

    /** The registrations differ; the message names the first difference. */
    static final class MismatchException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MismatchException(String message) {
            super(message);
        }
    }

    // The first byte of a message.
    private static final byte DIGEST = 1;
    private static final byte EQUAL = 2;
    private static final byte SEND_TABLE = 3;
    private static final byte TABLE = 4;
    private static final byte SEND_CONTENT = 5;
    private static final byte CONTENT = 6;

    private final Comm comm;
    private final ControlChannel channel;
    private final Directory directory;
    private final ProgramFields fields;
    private final List<byte[]> values;
    private final byte[] digest;

    RegistrationCheck(
            Comm comm, ControlChannel channel, Directory directory, ProgramFields fields, List<byte[]> values) {
        this.comm = comm;
        this.channel = channel;
        this.directory = directory;
        this.fields = fields;
        this.values = values;
        this.digest = RegistrationTable.digest(directory, fields, values);
    }

    /**
     * Compares the registrations; blocks until all ranks are known to agree.
     *
     * @throws MismatchException on rank 0 if they differ; the other ranks block until rank 0 has ended the job
     */
    void run() {
        if (comm.rank() == 0) {
            coordinate();
        } else {
            channel.send(0, message(DIGEST, digest));
            answer();
        }
    }

    private void coordinate() {
        byte[] mine = message(DIGEST, digest);
        int different = -1;
        for (int missing = comm.size() - 1; missing > 0; missing--) {
            Message digest = channel.receive("for " + missing + " ranks to end initialize()");
            if (!digest.payload().equals(ByteBuffer.wrap(mine)) && (different < 0 || digest.from() < different)) {
                different = digest.from();
            }
        }
        if (different < 0) {
            channel.sendToAll(message(EQUAL));
            return;
        }
        throw new MismatchException(explain(different) + (hasThreads() ? OF_THREADS : ""));
    }

    /** Whether threads that the program has started, and that have not ended, have come to its code. */
    private static boolean hasThreads() {
        return Presence.visitors().stream().anyMatch(thread -> thread != Thread.currentThread());
    }

    private String explain(int rank) {
        channel.send(rank, message(SEND_TABLE));
        Message reply = channel.receive("for rank " + rank + " to say what it registered");
        RegistrationTable.Difference difference =
                reading(reply, () -> table().firstDifference(RegistrationTable.ofBytes(body(reply))));
        if (difference == null) {
            return "rank " + rank + " changed its shared objects while they were compared";
        }
        if (difference.value() >= 0) {
            Optional<ValuePlace> place = ValuePlace.find(directory, difference.value());
            if (place.isPresent()) {
                SharedEntry entry = place.get().entry();
                return "initial content differs in " + fields.describe(entry) + ": "
                        + place.get().where() + " is "
                        + difference.valueHere() + " on rank 0, where rank " + rank + " has " + difference.valueThere()
                        + "; " + fields.remedy(entry);
            }
        }
        if (difference.unit() < 0) {
            return "ranks registered different things: rank 0 has " + difference.here() + " where rank " + rank
                    + " has " + difference.there();
        }
        int unit = difference.unit();
        channel.send(rank, ByteBuffer.allocate(5).put(SEND_CONTENT).putInt(unit).array());
        Message theirs = channel.receive("for rank " + rank + " to send a content");
        SharedEntry entry = directory.entryOfUnit(unit);
        UnitContent content = entry.contents().get(unit - entry.number());
        Optional<UnitContent.Difference> first =
                reading(theirs, () -> content.firstDifference(body(theirs).order(ByteOrder.LITTLE_ENDIAN)));
        return "initial content differs in " + fields.describe(entry) + ": "
                + first.map(at -> (at.where().isEmpty() ? "it" : at.where()) + " is " + at.here() + " on rank 0 and "
                                + at.there() + " on rank " + rank)
                        .orElse("its encoded form differs between rank 0 and rank " + rank)
                + "; " + fields.remedy(entry);
    }

    private void answer() {
        while (true) {
            Message request = channel.receive("for rank 0 to compare what ranks registered");
            if (reading(request, () -> answer(request.payload()))) {
                return;
            }
        }
    }

    /**
     * Answers a request of rank 0.
     *
     * @return whether it was the last one
     */
    private boolean answer(ByteBuffer request) {
        switch (request.get()) {
            case EQUAL -> {
                return true;
            }
            case SEND_TABLE -> channel.send(0, message(TABLE, table().toBytes()));
            case SEND_CONTENT -> channel.send(0, message(CONTENT, contentOf(request.getInt())));
            default -> throw new IllegalArgumentException("an unknown request in the comparison of registrations");
        }
        return false;
    }

    private RegistrationTable table() {
        return RegistrationTable.of(directory, fields, values);
    }

    private static <T> T reading(Message message, Supplier<T> body) {
        try {
            return body.get();
        } catch (RuntimeException e) {
            throw MalformedMessage.of(message.from(), Kinds.label(Kinds.REGISTRATION), e);
        }
    }

    private byte[] contentOf(int unit) {
        if (unit < 0 || unit >= directory.units()) {
            throw new IllegalArgumentException(
                    "a request for unit " + unit + ", but the units are 0 to " + (directory.units() - 1));
        }
        SharedEntry entry = directory.entryOfUnit(unit);
        UnitContent content = entry.contents().get(unit - entry.number());
        ByteBuffer bytes = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(bytes);
        return bytes.array();
    }

    private static ByteBuffer body(Message message) {
        return message.payload().position(1).slice();
    }

    private static byte[] message(byte type, byte... body) {
        return ByteBuffer.allocate(1 + body.length).put(type).put(body).array();
    }
}
