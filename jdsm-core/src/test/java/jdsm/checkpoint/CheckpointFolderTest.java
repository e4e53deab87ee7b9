package jdsm.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdsm.comm.digest.Sha256;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of checkpoints: whole ones are found, torn and changed ones are not. */
class CheckpointFolderTest {
    @TempDir
    Path directory;

    private Path path;
    private CheckpointFolder folder;
    private CheckpointKey key;
    private final List<String> skipped = new ArrayList<>();

    @BeforeEach
    void make() throws CheckpointException {
        path = directory.resolve("all");
        folder = new CheckpointFolder(path);
        folder.make();
        key = CheckpointKey.in(directory.resolve("settings"));
    }

    private Manifest checkpoint(int index) throws IOException {
        int number = folder.begin();
        List<Manifest.RankFile> files = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            byte[] content = ("content " + rank + " of " + index).repeat(1000).getBytes(StandardCharsets.UTF_8);
            files.add(folder.write(number, rank, out -> out.write(content)));
        }
        TreeMap<String, String> classes = new TreeMap<>();
        classes.put("app.A", Sha256.hex(new byte[] {1}));
        Manifest manifest =
                new Manifest("app.P", Sha256.hex(new byte[0]), "step", index, number, "job", files, classes);
        folder.complete(manifest, key);
        return manifest;
    }

    private Path file(int number, String name) {
        return path.resolve("checkpoint-" + number).resolve(name);
    }

    @Test
    void theNewestWholeOneIsFound() throws Exception {
        checkpoint(5);
        Manifest second = checkpoint(10);

        Manifest newest = folder.newest(key, skipped::add);

        assertThat(newest).isEqualTo(second);
        assertThat(folder.newestUnchanged(key, 0, skipped::add)).isEqualTo(newest);
        try (InputStream in = folder.open(newest, 2)) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("content 2 of 10content");
        }
        assertThat(skipped).isEmpty();
    }

    @Test
    void filesAreForTheUserAloneAndGoThroughNoLink() throws Exception {
        int number = folder.begin();
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "kept");
        Files.createSymbolicLink(file(number, "rank-0.part"), elsewhere);

        folder.write(number, 0, out -> out.write(1));

        assertThat(elsewhere).hasContent("kept");
        assertThat(Files.isSymbolicLink(file(number, "rank-0"))).isFalse();
        assertThat(Files.getPosixFilePermissions(file(number, "rank-0")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> BlockFile.inBlocks(Files.createSymbolicLink(directory.resolve("link"), elsewhere)))
                .isInstanceOf(IOException.class);
        assertThat(elsewhere).hasContent("kept");
    }

    @Test
    void aTornOneIsPassedOver() throws Exception {
        Manifest first = checkpoint(5);
        int torn = folder.begin();
        folder.write(torn, 0, out -> out.write(1));
        assertThatThrownBy(() -> folder.write(torn, 1, out -> {
                    out.write(new byte[100]);
                    throw new IOException("no space left");
                }))
                .hasMessage("no space left");

        assertThat(file(torn, "rank-1")).doesNotExist();
        assertThat(folder.newest(key, skipped::add)).isEqualTo(first);
        assertThat(skipped).singleElement().asString().endsWith("is not used: it is torn: it has no manifest");
    }

    @Test
    void changesAreFound() throws Exception {
        Manifest whole = checkpoint(5);
        byte[] bytes = Files.readAllBytes(file(1, "rank-1"));
        byte[] manifest = Files.readAllBytes(file(1, "manifest"));

        byte[] changed = bytes.clone();
        changed[bytes.length - 1] ^= 0x40;
        Files.write(file(1, "rank-1"), changed);
        assertThat(folder.newest(key, skipped::add)).isEqualTo(whole);
        assertThatThrownBy(() -> folder.newestUnchanged(key, 0, skipped::add))
                .hasMessage("there is no whole checkpoint in " + path);
        assertThat(skipped)
                .containsExactly("checkpoint 1 is not used: the file of rank 1: the content of the file was changed or"
                        + " damaged");

        Files.write(file(1, "rank-1"), java.util.Arrays.copyOf(bytes, bytes.length - 1));
        assertNotUsed("the file of rank 1 has " + (bytes.length - 1) + " bytes in place of " + bytes.length);

        Files.delete(file(1, "rank-1"));
        assertNotUsed("the file of rank 1 cannot be read");

        Files.createSymbolicLink(file(1, "rank-1"), file(1, "rank-0"));
        assertNotUsed("is no regular file");

        Files.delete(file(1, "rank-1"));
        Files.write(file(1, "rank-1"), bytes);
        for (int i = 0; i < manifest.length; i += 7) {
            byte[] other = manifest.clone();
            other[i] ^= 1;
            Files.write(file(1, "manifest"), other);
            assertNotUsed("its manifest");
        }
        for (int length : new int[] {0, 1, manifest.length / 2, manifest.length - 1}) {
            Files.write(file(1, "manifest"), java.util.Arrays.copyOf(manifest, length));
            assertNotUsed("its manifest");
        }
        Files.write(file(1, "manifest"), manifest);
        assertThat(folder.newest(key, skipped::add)).isEqualTo(whole);
        CheckpointKey other = CheckpointKey.of("ab".repeat(32));
        assertThatThrownBy(() -> folder.newest(other, skipped::add)).hasMessageContaining("no whole checkpoint");
    }

    private void assertNotUsed(String reason) {
        skipped.clear();
        assertThatThrownBy(() -> folder.newest(key, skipped::add))
                .hasMessage("there is no whole checkpoint in " + path);
        assertThat(skipped).singleElement().asString().contains(reason);
    }

    @Test
    void aManifestIsForItsOwnFolder() throws Exception {
        checkpoint(5);
        Files.move(path.resolve("checkpoint-1"), path.resolve("checkpoint-7"));

        assertNotUsed("its manifest is that of checkpoint 1");
    }

    @Test
    void theLastTwoAreKept() throws Exception {
        checkpoint(1);
        checkpoint(2);
        folder.begin(); // torn
        Manifest fourth = checkpoint(4);
        Files.writeString(path.resolve("notes"), "of the user");
        Files.writeString(file(1, "notes"), "of the user");
        Manifest fifth = checkpoint(5);

        folder.tidy(fifth.number(), number -> false, key);

        try (Stream<Path> all = Files.list(path)) {
            assertThat(all.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("checkpoint-1", "checkpoint-4", "checkpoint-5", "notes");
        }
        try (Stream<Path> all = Files.list(path.resolve("checkpoint-1"))) {
            assertThat(all).containsExactly(file(1, "notes"));
        }
        Files.write(file(5, "rank-0"), new byte[0]);
        assertThat(folder.newest(key, skipped::add)).isEqualTo(fourth);
    }

    /** A job has gone on from 1, for a file of 2 was changed. */
    @Test
    void oneThatWasPassedOverDoesNotTakeThePlaceOfAWholeOne() throws Exception {
        checkpoint(1);
        checkpoint(2);
        checkpoint(3);

        folder.tidy(3, number -> number == 2, key);
        assertThat(names()).containsExactly("checkpoint-1", "checkpoint-2", "checkpoint-3");
        checkpoint(4);
        folder.tidy(4, number -> number == 2, key);
        assertThat(names()).containsExactly("checkpoint-3", "checkpoint-4");
    }

    /** Their program is not known: a job of another one may write here. */
    @Test
    void thoseOfAnotherKeyStay() throws Exception {
        folder.complete(checkpoint(1), CheckpointKey.of("ab".repeat(32)));
        checkpoint(2);
        checkpoint(3);
        checkpoint(4);

        folder.tidy(4, number -> false, key);

        assertThat(names()).containsExactly("checkpoint-1", "checkpoint-3", "checkpoint-4");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void thoseOfAnEarlierJobDoNotCount() throws Exception {
        Manifest earlier = checkpoint(5);
        Manifest own = checkpoint(7);
        assertThat(folder.newestUnchanged(key, earlier.number(), skipped::add)).isEqualTo(own);

        byte[] bytes = Files.readAllBytes(file(own.number(), "rank-0"));
        bytes[0] ^= 1;
        Files.write(file(own.number(), "rank-0"), bytes);

        assertThatThrownBy(() -> folder.newestUnchanged(key, earlier.number(), skipped::add))
                .hasMessage("there is no whole checkpoint of this job in " + path);
        assertThatThrownBy(() -> folder.numberedUnchanged(own.number(), key))
                .hasMessage("checkpoint 2 in " + path
                        + " cannot be used: the file of rank 0: the content of the file was changed or damaged");
        assertThat(folder.newestUnchanged(key, 0, skipped::add)).isEqualTo(earlier);
        Files.delete(file(earlier.number(), "manifest"));
        skipped.clear();
        assertThatThrownBy(() -> folder.newestUnchanged(key, earlier.number(), skipped::add))
                .hasMessage("there is no whole checkpoint of this job in " + path);
        assertThat(skipped)
                .as("an earlier job's torn checkpoint is nothing to speak of")
                .singleElement()
                .asString()
                .startsWith("checkpoint 2 is not used");
    }

    @Test
    void aNumberThatIsAbsentIsToldFromATornOne() throws Exception {
        assertThatThrownBy(() -> folder.numbered(7, key))
                .hasMessage(
                        "checkpoint 7 in " + path + " cannot be used: it is not there; the folder has no checkpoint");
        Manifest first = checkpoint(5);
        folder.begin();
        assertThat(folder.numbered(1, key)).isEqualTo(first);
        assertThatThrownBy(() -> folder.numbered(2, key))
                .hasMessage("checkpoint 2 in " + path + " cannot be used: it is torn: it has no manifest");
        assertThatThrownBy(() -> folder.numbered(7, key))
                .hasMessage("checkpoint 7 in " + path + " cannot be used: it is not there; the folder has 1, 2");
        Files.write(file(1, "rank-2"), new byte[3]);
        assertThatThrownBy(() -> folder.numbered(1, key))
                .hasMessageStartingWith("checkpoint 1 in " + path + " cannot be used: the file of rank 2 has 3 bytes");
    }

    @Test
    void foldersOfOthersAreNotUsed() throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(folder::require).hasMessageContaining("only you can change");

        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(new CheckpointFolder(file)::make).hasMessageContaining(file + ", is no folder on host");
        Path link = Files.createSymbolicLink(directory.resolve("link"), path);
        assertThatThrownBy(new CheckpointFolder(link)::require).hasMessageContaining("is no folder");
        assertThatThrownBy(new CheckpointFolder(directory.resolve("none"))::require)
                .hasMessageContaining("is not there");
    }

    @Test
    void theKeyIsMadeOnceAndForTheUserAlone() throws Exception {
        Path settings = directory.resolve("settings");
        Path file = settings.resolve("checkpoint.key");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(CheckpointKey.in(settings).text()).isEqualTo(key.text());
        assertThat(key.toString()).doesNotContain(key.text());
        try (Stream<Path> all = Files.list(settings)) {
            assertThat(all).containsExactly(file);
        }

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> CheckpointKey.in(settings)).hasMessageContaining("only you can read");
        Files.delete(file);
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "ab".repeat(32));
        Files.createSymbolicLink(file, elsewhere);
        assertThatThrownBy(() -> CheckpointKey.in(settings)).isInstanceOf(CheckpointException.class);
        assertThatThrownBy(() -> CheckpointKey.of("abc"))
                .isInstanceOf(CheckpointException.class)
                .hasMessage("a key of checkpoints has 64 hexadecimal digits");
    }

    // The file of a rank.

    private static final class Kept implements UnitsReader.Receiver {
        private final List<Object> all = new ArrayList<>();
        private int skipped = -1;

        @Override
        public void object(SavedObject object) {
            all.add(object);
        }

        @Override
        public boolean wants(int number, int unit) {
            return unit != skipped;
        }

        @Override
        public void unit(int number, int unit, ByteBuffer content) {
            all.add(number + " " + unit + " " + (content == null ? "skipped" : StandardCharsets.UTF_8.decode(content)));
        }
    }

    private static byte[] units() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        UnitsWriter writer = new UnitsWriter(bytes);
        writer.object(new SavedObject(17, -1, 3, 100, 250, "[D"));
        writer.unit(17, 0, StandardCharsets.UTF_8.encode("abc"));
        writer.unit(17, 2, StandardCharsets.UTF_8.encode("defg"));
        writer.end();
        return bytes.toByteArray();
    }

    @Test
    void unitsAreReadAsTheyWereWritten() throws IOException {
        Kept kept = new Kept();
        UnitsReader.read(new ByteArrayInputStream(units()), kept);

        SavedObject object = new SavedObject(17, -1, 3, 100, 250, "[D");
        assertThat(kept.all).containsExactly(object, "17 0 abc", "17 2 defg");

        Kept part = new Kept();
        part.skipped = 0;
        UnitsReader.read(new ByteArrayInputStream(units()), part);
        assertThat(part.all).containsExactly(object, "17 0 skipped", "17 2 defg");
    }

    /** The sum of a block's begin and length is beyond an int there. */
    @Test
    void theLastUnitOfTheLongestArrayEndsWithIt() {
        SavedObject bytes = new SavedObject(17, 0, 3, 1 << 17, Integer.MAX_VALUE - 8, "[B");
        int last = (1 << 14) - 1;
        assertThat(bytes.endOf(last - 1)).isEqualTo(bytes.firstOf(last)).isEqualTo(last << 17);
        assertThat(bytes.endOf(last)).isEqualTo(Integer.MAX_VALUE - 8);
        SavedObject doubles = new SavedObject(18, 1, 3, 100, 250, "[D");
        assertThat(doubles.endOf(1)).isEqualTo(200);
        assertThat(doubles.endOf(2)).isEqualTo(250);
    }

    @Test
    void unitsThatAreCutOffAreNotRead() throws IOException {
        byte[] whole = units();
        for (int length = 0; length < whole.length; length++) {
            InputStream cut = new ByteArrayInputStream(whole, 0, length);
            assertThatThrownBy(() -> UnitsReader.read(cut, new Kept())).isInstanceOf(IOException.class);
        }
        byte[] longer = java.util.Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> UnitsReader.read(new ByteArrayInputStream(longer), new Kept()))
                .hasMessage("the file has not as many records as it says");
    }
}
