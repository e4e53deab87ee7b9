package jdsm.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import jdsm.comm.digest.Sha256;

/*
 * A text, a fact in each line, in this order:
 *
 *   jdsm-checkpoint 2
 *   program CLASS
 *   arguments SHA-256            of the program's arguments
 *   loop NAME
 *   index I
 *   number N
 *   job ID
 *   file RANK BYTES SHA-256      for each rank, from 0: of the content, and of the digests of its chunks
 *   class SHA-256 NAME           for each class, by name: of its file, and behind "NAME fields" of its fields
 *   mac HMAC-SHA-256             of all lines before
 */

/**
 * What a checkpoint consists of. It is written when all files of the checkpoint are there, so it makes them whole.
 * Immutable.
 *
 * @param program the name of the program's class
 * @param arguments the digest of the program's arguments
 * @param loop the name of the loop at whose head the checkpoint was taken
 * @param index the index of the loop there
 * @param number the number of the checkpoint in its folder
 * @param job the job's name
 * @param files the files of the ranks, by rank
 * @param classes the digests of the class files of the objects inside, by name, and of their fields
 */
public record Manifest(
        String program,
        String arguments,
        String loop,
        int index,
        int number,
        String job,
        List<RankFile> files,
        SortedMap<String, String> classes) {
    /** The longest manifest that is read, in bytes. */
    static final int MOST_BYTES = 1 << 26;

    private static final String TITLE = "jdsm-checkpoint 2";
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final int MOST_RANKS = 4096;

    /**
     * The file of a rank.
     *
     * @param bytes the length of its content
     * @param digest the SHA-256 of the digests of its chunks, in hexadecimal digits
     */
    public record RankFile(long bytes, String digest) {}

    public Manifest {
        files = List.copyOf(files);
        classes = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(classes));
    }

    /** The number of ranks of the job that took the checkpoint. */
    public int ranks() {
        return files.size();
    }

    /** The SHA-256 of all that it says, in hexadecimal digits: equal for one checkpoint, wherever it is read. */
    public String digest() {
        return Sha256.hex(lines().toString().getBytes(StandardCharsets.UTF_8));
    }

    String text(CheckpointKey key) {
        StringBuilder text = lines();
        line(text, "mac", key.codeOf(text.toString()));
        return text.toString();
    }

    private StringBuilder lines() {
        StringBuilder text = new StringBuilder(TITLE).append('\n');
        line(text, "program", program);
        line(text, "arguments", arguments);
        line(text, "loop", loop);
        line(text, "index", Integer.toString(index));
        line(text, "number", Integer.toString(number));
        line(text, "job", job);
        for (int rank = 0; rank < files.size(); rank++) {
            line(
                    text,
                    "file",
                    rank + " " + files.get(rank).bytes() + " " + files.get(rank).digest());
        }
        classes.forEach((name, digest) -> line(text, "class", digest + " " + name));
        return text;
    }

    private static void line(StringBuilder text, String fact, String value) {
        if (value.isEmpty() || value.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(fact + " '" + value + "'");
        }
        text.append(fact).append(' ').append(value).append('\n');
    }

    /**
     * Reads a manifest.
     *
     * @throws CheckpointException if it is torn, or was not made with the key
     */
    static Manifest of(String text, CheckpointKey key) throws CheckpointException {
        int mac = text.lastIndexOf("\nmac ") + 1;
        if (mac == 0 || !text.endsWith("\n")) {
            throw new CheckpointException("its manifest is cut off");
        }
        if (!key.proves(text.substring(0, mac), text.substring(mac + "mac ".length(), text.length() - 1))) {
            throw new CheckpointException("its manifest was changed, or made with the key of another user");
        }
        try {
            return new Reader(text.substring(0, mac)).manifest();
        } catch (IllegalArgumentException e) {
            throw new CheckpointException("its manifest is of another version: " + e.getMessage());
        }
    }

    /** Reads the lines, one after the other. */
    private static final class Reader {
        private final List<String> lines;
        private int next;

        Reader(String text) {
            lines = text.lines().toList();
        }

        private boolean isNext(String fact) {
            return next < lines.size() && lines.get(next).startsWith(fact + " ");
        }

        private String value(String fact) {
            if (!isNext(fact)) {
                throw new IllegalArgumentException("no " + fact + " in line " + (next + 1));
            }
            return lines.get(next++).substring(fact.length() + 1);
        }

        Manifest manifest() {
            if (lines.isEmpty() || !lines.get(next++).equals(TITLE)) {
                throw new IllegalArgumentException("it does not begin with '" + TITLE + "'");
            }
            String program = value("program");
            String arguments = digest(value("arguments"));
            String loop = value("loop");
            int index = Integer.parseInt(value("index"));
            int number = Integer.parseInt(value("number"));
            String job = value("job");
            List<RankFile> files = new ArrayList<>();
            while (isNext("file") && files.size() < MOST_RANKS) {
                files.add(file(value("file").split(" "), files.size()));
            }
            Map<String, String> classes = new TreeMap<>();
            while (isNext("class")) {
                String[] parts = value("class").split(" ", 2);
                classes.put(parts[parts.length - 1], digest(parts[0]));
            }
            if (next != lines.size() || files.isEmpty()) {
                throw new IllegalArgumentException("line " + (next + 1));
            }
            return new Manifest(program, arguments, loop, index, number, job, files, new TreeMap<>(classes));
        }

        private static RankFile file(String[] parts, int rank) {
            if (parts.length != 3 || Integer.parseInt(parts[0]) != rank || Long.parseLong(parts[1]) < 0) {
                throw new IllegalArgumentException("file " + rank);
            }
            return new RankFile(Long.parseLong(parts[1]), digest(parts[2]));
        }

        private static String digest(String text) {
            if (!DIGEST.matcher(text).matches()) {
                throw new IllegalArgumentException("no digest: " + text);
            }
            return text;
        }
    }
}
