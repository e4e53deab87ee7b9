package jdsm.node;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of the program's threads of a rank at a moment, and the units that they hold. Immutable.
 *
 * @param passed the number of barriers that the rank has passed
 * @param holders the name of the holding thread, by unit
 */
record RankState(int rank, int passed, List<ThreadState> threads, Map<Integer, String> holders) {
    /** Copies both collections. */
    public RankState {
        threads = List.copyOf(threads);
        holders = Map.copyOf(holders);
    }

    /** Encodes the state for another rank. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(rank);
            out.writeInt(passed);
            out.writeInt(threads.size());
            for (ThreadState thread : threads) {
                thread.write(out);
            }
            out.writeInt(holders.size());
            for (Map.Entry<Integer, String> holder : holders.entrySet()) {
                out.writeInt(holder.getKey());
                out.writeUTF(holder.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes a state.
     *
     * @throws UncheckedIOException if the bytes are not those of a state
     */
    public static RankState of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int rank = in.readInt();
            int passed = in.readInt();
            List<ThreadState> threads = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                threads.add(ThreadState.read(in));
            }
            Map<Integer, String> holders = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                holders.put(in.readInt(), in.readUTF());
            }
            return new RankState(rank, passed, threads, holders);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
