package jdsm.agent.cache;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes old directories of a cache: each build of a program has a directory of its own, and earlier builds do not
 * need theirs.
 */
final class Programs {
    static final int MOST = 64;
    /** The name of a program's directory; the root may also contain other directories of the user. */
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}");

    private static final String FILES = "{*.woven,new*.tmp," + WovenCache.TURNS + "}";

    private record Entry(Path path, FileTime time) {}

    private Programs() {}

    /**
     * Removes all but the youngest directories. Other processes may do the same, or use a directory that is removed:
     * they find no class there and weave.
     */
    static void removeOldest(Path root) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
            for (Path path : all) {
                if (!NAME.matcher(path.getFileName().toString()).matches()) {
                    continue;
                }
                try {
                    BasicFileAttributes attributes =
                            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    if (attributes.isDirectory()) {
                        entries.add(new Entry(path, attributes.lastModifiedTime()));
                    }
                } catch (NoSuchFileException e) {
                    // Another process has removed the directory.
                }
            }
        }
        entries.sort(Comparator.comparing(Entry::time).reversed());
        for (Entry old : entries.subList(Math.min(MOST, entries.size()), entries.size())) {
            try {
                remove(old.path());
            } catch (IOException e) {
                // This directory stays; the remaining ones are removed.
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, FILES)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(directory);
    }
}
