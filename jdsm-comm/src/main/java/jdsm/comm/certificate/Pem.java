package jdsm.comm.certificate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The blocks of a file in PEM (RFC 7468). */
final class Pem {
    static final String CERTIFICATE = "CERTIFICATE";
    static final String PRIVATE_KEY = "PRIVATE KEY";

    /** Files with the authorities of a whole system have less than 300 KB. */
    private static final int MOST_BYTES = 4 << 20;

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,64})-----(.*?)-----END \\1-----", Pattern.DOTALL);

    private record Block(String label, String text) {}

    private final Path file;
    /** What the file is to a reader, at the beginning of messages. */
    private final String what;

    private final List<Block> blocks = new ArrayList<>();

    /**
     * Reads a file.
     *
     * @param what what the file is, for instance "TLS key"
     * @throws UnfitFileException if it cannot be read, or is no PEM
     */
    Pem(String what, Path file) throws UnfitFileException {
        this.what = what;
        this.file = file;
        Matcher found = BLOCK.matcher(new String(bytes(), StandardCharsets.ISO_8859_1));
        while (found.find()) {
            blocks.add(new Block(found.group(1), found.group(2)));
        }
        if (blocks.isEmpty()) {
            throw unfit("is no PEM: it has no line that begins with -----BEGIN");
        }
    }

    private byte[] bytes() throws UnfitFileException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw unfit("has more than " + MOST_BYTES + " bytes");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw unfit("is not there");
        } catch (AccessDeniedException e) {
            throw unfit("may not be read by this user");
        } catch (IOException e) {
            throw unfit("cannot be read: " + e.getMessage());
        }
    }

    /** The exception that says about this file why it cannot be used. */
    UnfitFileException unfit(String why) {
        return new UnfitFileException(what + " " + file + " " + why);
    }

    /**
     * Returns the bytes of all blocks of a kind, which are one or more. Blocks of other kinds may stand beside them.
     *
     * @param hint returns what to do about a file of a known other kind, given the kinds that it has
     */
    List<byte[]> all(String label, Function<List<String>, String> hint) throws UnfitFileException {
        List<byte[]> all = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label.equals(label)) {
                try {
                    all.add(Base64.getMimeDecoder().decode(block.text));
                } catch (IllegalArgumentException e) {
                    throw unfit("has a " + label + " that is no base 64: " + e.getMessage());
                }
            }
        }
        if (all.isEmpty()) {
            List<String> labels = blocks.stream().map(Block::label).distinct().toList();
            throw unfit("has no " + label + ", but "
                    + labels.stream().map(each -> "a block " + each).collect(Collectors.joining(", "))
                    + hint.apply(labels));
        }
        return all;
    }
}
