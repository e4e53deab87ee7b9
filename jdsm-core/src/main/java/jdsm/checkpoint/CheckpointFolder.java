package jdsm.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdsm.comm.files.OwnDirectory;
import jdsm.comm.files.User;

/*
 * A checkpoint is a folder checkpoint-N of its own, with a file rank-R of each rank and the file manifest. A file has the
 * end .part until it is whole on the disk. The manifest comes last: a folder without one is torn, and counts as absent.
 */

/**
 * The folder in which the checkpoints of a program are. Its methods block for the file system. Follows no links in the
 * folder, and opens regular files only. Immutable.
 */
public final class CheckpointFolder {
    private static final Pattern NAME = Pattern.compile("checkpoint-([1-9][0-9]{0,8})");
    /** The names of the files in a checkpoint's folder. */
    private static final Pattern FILES = Pattern.compile("(manifest|rank-[0-9]{1,4})(\\.part)?");

    private static final String MANIFEST = "manifest";
    /** The number of whole checkpoints that are kept. */
    private static final int KEPT = 2;

    private final Path directory;

    /** @param directory the folder, which {@link #make} or {@link #require} looks at */
    public CheckpointFolder(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /** Makes the folder, for this user only, if there is none, and else requires what {@link #require} does. */
    public void make() throws CheckpointException {
        try {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY));
            }
        } catch (IOException e) {
            throw new CheckpointException("the folder of checkpoints, " + directory + ", cannot be made: " + e);
        }
        require();
    }

    /**
     * Requires that the folder is there, and that no other user can change what is in it.
     *
     * @throws CheckpointException if not
     */
    public void require() throws CheckpointException {
        try {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new CheckpointException("the folder of checkpoints, " + directory + ", is "
                        + (Files.exists(directory, LinkOption.NOFOLLOW_LINKS) ? "no folder" : "not there")
                        + " on host " + hostName());
            }
            String fault = OwnDirectory.fault(directory);
            if (fault != null) {
                throw new CheckpointException(
                        "the folder of checkpoints must be one that only you can change, but " + fault);
            }
        } catch (IOException e) {
            throw new CheckpointException("the folder of checkpoints, " + directory + ", cannot be inspected: " + e);
        }
    }

    /** The name of this host, for messages: the same path may be another folder on another host. */
    public static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** The numbers of the checkpoints, whole and torn ones, in ascending order, with their folders. */
    private TreeMap<Integer, Path> all() throws IOException {
        TreeMap<Integer, Path> found = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Matcher name = NAME.matcher(entry.getFileName().toString());
                if (name.matches() && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    found.put(Integer.parseInt(name.group(1)), entry);
                }
            }
        }
        return found;
    }

    /** The number of the last checkpoint, whole or torn; 0 if there is none. */
    public int last() throws IOException {
        TreeMap<Integer, Path> all = all();
        return all.isEmpty() ? 0 : all.lastKey();
    }

    /**
     * The newest whole checkpoint. The files that its manifest names are there and have their lengths; their digests are
     * for {@link #open} to tell.
     *
     * @param skipped hears, in a line each, of newer ones that are not whole, and why
     * @throws CheckpointException if there is none
     */
    public Manifest newest(CheckpointKey key, Consumer<String> skipped) throws CheckpointException {
        return newest(key, 0, Integer.MAX_VALUE, skipped);
    }

    /**
     * The newest checkpoint that is whole, and whose files have the digests in its manifest. Reads all of them.
     *
     * @param above only checkpoints with greater numbers count: earlier ones are another job's
     * @param skipped hears, in a line each, of newer ones that are not used, and why
     * @throws CheckpointException if there is none
     */
    public Manifest newestUnchanged(CheckpointKey key, int above, Consumer<String> skipped) throws CheckpointException {
        for (int before = Integer.MAX_VALUE; ; ) {
            Manifest manifest = newest(key, above, before, skipped);
            try {
                verify(manifest);
                return manifest;
            } catch (CheckpointException e) {
                before = manifest.number();
                skipped.accept("checkpoint " + before + " is not used: " + e.getMessage());
            }
        }
    }

    /** As the other method, among those with numbers above {@code above} and below {@code before}. */
    public Manifest newest(CheckpointKey key, int above, int before, Consumer<String> skipped)
            throws CheckpointException {
        try {
            for (int number : all().subMap(above, false, before, false).descendingKeySet()) {
                try {
                    return whole(number, key);
                } catch (CheckpointException e) {
                    skipped.accept("checkpoint " + number + " in " + directory + " is not used: " + e.getMessage());
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        throw new CheckpointException(
                "there is no whole checkpoint " + (above > 0 ? "of this job " : "") + "in " + directory);
    }

    private CheckpointException unreadable(IOException e) {
        return new CheckpointException("the folder of checkpoints, " + directory + ", cannot be read: " + e);
    }

    /**
     * The checkpoint of a number, which must be whole. The digests of its files are for {@link #open} to tell.
     *
     * @throws CheckpointException if it is not there, or not whole; the message names it and the folder
     */
    public Manifest numbered(int number, CheckpointKey key) throws CheckpointException {
        try {
            if (!Files.isDirectory(folder(number), LinkOption.NOFOLLOW_LINKS)) {
                throw new CheckpointException("it is not there; " + present());
            }
            return whole(number, key);
        } catch (CheckpointException e) {
            throw unusable(number, e);
        }
    }

    /**
     * As {@link #numbered}, with files that have the digests in the manifest. Reads all of them.
     *
     * @throws CheckpointException as that method does, and if a file was changed
     */
    public Manifest numberedUnchanged(int number, CheckpointKey key) throws CheckpointException {
        Manifest manifest = numbered(number, key);
        try {
            verify(manifest);
        } catch (CheckpointException e) {
            throw unusable(number, e);
        }
        return manifest;
    }

    private CheckpointException unusable(int number, CheckpointException why) {
        return new CheckpointException(
                "checkpoint " + number + " in " + directory + " cannot be used: " + why.getMessage());
    }

    /** Which checkpoints the folder has, whole and torn ones, for a message. */
    private String present() throws CheckpointException {
        try {
            Set<Integer> numbers = all().keySet();
            return numbers.isEmpty()
                    ? "the folder has no checkpoint"
                    : "the folder has " + numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Manifest whole(int number, CheckpointKey key) throws CheckpointException {
        Path folder = folder(number);
        byte[] text;
        try {
            text = manifestOf(number);
        } catch (NoSuchFileException e) {
            throw new CheckpointException("it is torn: it has no manifest");
        } catch (IOException e) {
            throw new CheckpointException("its manifest cannot be read: " + e);
        }
        if (text.length > Manifest.MOST_BYTES) {
            throw new CheckpointException("its manifest is too long");
        }
        Manifest manifest = Manifest.of(new String(text, StandardCharsets.UTF_8), key);
        if (manifest.number() != number) {
            throw new CheckpointException("its manifest is that of checkpoint " + manifest.number());
        }
        for (int rank = 0; rank < manifest.ranks(); rank++) {
            try (SeekableByteChannel file = WholeFiles.open(folder.resolve("rank-" + rank))) {
                long expected = Chunks.fileBytes(manifest.files().get(rank).bytes());
                if (file.size() != expected) {
                    throw new CheckpointException(
                            "the file of rank " + rank + " has " + file.size() + " bytes in place of " + expected);
                }
            } catch (IOException e) {
                throw new CheckpointException("the file of rank " + rank + " cannot be read: " + e);
            }
        }
        return manifest;
    }

    /** The bytes of the manifest of a checkpoint; of one that is too long, one more than {@link Manifest#MOST_BYTES}. */
    private byte[] manifestOf(int number) throws IOException {
        try (InputStream in =
                Channels.newInputStream(WholeFiles.open(folder(number).resolve(MANIFEST)))) {
            return in.readNBytes(Manifest.MOST_BYTES + 1);
        }
    }

    /**
     * Requires that all files of a checkpoint have the digests in its manifest. Reads all of them, several at the same time
     * where there are processors.
     */
    public void verify(Manifest manifest) throws CheckpointException {
        Optional<String> wrong = IntStream.range(0, manifest.ranks())
                .parallel()
                .mapToObj(rank -> fault(manifest, rank))
                .flatMap(Optional::stream)
                .findFirst();
        if (wrong.isPresent()) {
            throw new CheckpointException(wrong.get());
        }
    }

    /** Why the file of a rank, all of which is read, is not that of the manifest; empty if it is. */
    public Optional<String> fault(Manifest manifest, int rank) {
        try (ChunkedReader in = reader(manifest, rank)) {
            in.verify();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the file of rank " + rank + ": " + e.getMessage());
        }
    }

    /**
     * Opens the file of a rank. What is skipped is not read.
     *
     * @return a stream that throws IOException in place of bytes of which the manifest has another digest
     */
    public InputStream open(Manifest manifest, int rank) throws IOException {
        return reader(manifest, rank);
    }

    private ChunkedReader reader(Manifest manifest, int rank) throws IOException {
        Path file = folder(manifest.number()).resolve("rank-" + rank);
        return new ChunkedReader(WholeFiles.open(file), manifest.files().get(rank));
    }

    private Path folder(int number) {
        return directory.resolve("checkpoint-" + number);
    }

    /** Begins a checkpoint: makes its folder. For one rank of the job. Returns its number. */
    public int begin() throws IOException {
        int number = last() + 1;
        Files.createDirectory(folder(number), PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY));
        return number;
    }

    /** Writes content. */
    public interface Writer {
        void to(OutputStream out) throws IOException;
    }

    /**
     * Writes the file of a rank, and returns when it is on the disk.
     *
     * @param content called once
     */
    public Manifest.RankFile write(int number, int rank, Writer content) throws IOException {
        return WholeFiles.write(folder(number).resolve("rank-" + rank), BlockFile::inBlocks, file -> {
            try (ChunkedWriter out = new ChunkedWriter(file)) {
                content.to(out);
                return out.finish();
            }
        });
    }

    /** Completes a checkpoint, whose files are all there. Returns when the manifest is on the disk. */
    public void complete(Manifest manifest, CheckpointKey key) throws IOException {
        byte[] text = manifest.text(key).getBytes(StandardCharsets.UTF_8);
        Path folder = folder(manifest.number());
        WholeFiles.sync(folder); // the names of the files before that of the manifest
        WholeFiles.write(folder.resolve(MANIFEST), BlockFile::ordinary, file -> {
            Channels.newOutputStream(file.channel()).write(text);
            return text.length;
        });
        WholeFiles.sync(folder);
        WholeFiles.sync(directory);
    }

    /**
     * Removes all checkpoints but the last two whole ones, and the torn ones among them. Those of another key or version stay.
     *
     * @param latest the checkpoint that has just been completed
     * @param passedOver the numbers of those from which the job did not go on, though newer than the one from which it did:
     *     their files may be changed. They stay, but an older one does not go for them.
     */
    public void tidy(int latest, IntPredicate passedOver, CheckpointKey key) throws IOException {
        int kept = 0;
        for (int number : all().headMap(latest, true).descendingKeySet()) {
            boolean keep;
            try {
                whole(number, key);
                keep = kept < KEPT;
                kept += passedOver.test(number) ? 0 : 1;
            } catch (CheckpointException e) {
                keep = isOfAnother(number, key);
            }
            if (!keep) {
                remove(number);
            }
        }
    }

    /** Whether a checkpoint has a manifest, though not one of this key: it is not ours to remove. */
    private boolean isOfAnother(int number, CheckpointKey key) {
        try {
            Manifest.of(new String(manifestOf(number), StandardCharsets.UTF_8), key);
            return false;
        } catch (IOException e) {
            return false;
        } catch (CheckpointException e) {
            return true;
        }
    }

    /** Removes a checkpoint, whole or torn: the files that checkpoints have, and the folder if nothing else is in it. */
    public void remove(int number) throws IOException {
        Path folder = folder(number);
        Files.deleteIfExists(folder.resolve(MANIFEST)); // from now on it is torn
        WholeFiles.remove(folder, FILES);
    }

    /** The path. */
    @Override
    public String toString() {
        return directory.toString();
    }
}
