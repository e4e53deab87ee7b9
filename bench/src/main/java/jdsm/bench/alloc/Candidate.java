package jdsm.bench.alloc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An allocator with the way in which its process is started.
 *
 * @param title its name in tables
 * @param memory its name for {@link AllocRun}
 * @param preload a library to load first, or null
 * @param foreign whether to call malloc by the foreign-function API
 */
record Candidate(String title, String memory, Path preload, boolean foreign) {
    private static final int FIRST_JDK_WITH_FOREIGN_FUNCTIONS = 22;

    static final List<Candidate> POLICIES =
            List.of(pages("PS"), pages("LPS(1)"), pages("LPS(2)"), pages("LPS(4)"), pages("AL"));
    static final List<Candidate> BUFFERS = List.of(
            named("Netty buffers on LPS(1)", "pages-buffers"),
            named("Netty adaptive", "netty-adaptive"),
            named("Netty pooled", "netty-pooled"));

    private static Candidate pages(String policy) {
        return named(policy, policy);
    }

    private static Candidate named(String title, String memory) {
        return new Candidate(title, memory, null, false);
    }

    /** The C libraries that are installed, called by Unsafe, and by the foreign-function API where the JDK has it. */
    static List<Candidate> natives() {
        List<Candidate> all = new ArrayList<>();
        for (boolean foreign : new boolean[] {false, true}) {
            if (!foreign || Runtime.version().feature() >= FIRST_JDK_WITH_FOREIGN_FUNCTIONS) {
                String by = foreign ? ", foreign functions" : ", Unsafe";
                all.add(new Candidate("glibc" + by, "native", null, foreign));
                addIfInstalled(all, "jemalloc", "libjemalloc.so.2", by, foreign);
                addIfInstalled(all, "mimalloc", "libmimalloc.so.2.0", by, foreign);
            }
        }
        return all;
    }

    private static void addIfInstalled(List<Candidate> all, String name, String file, String by, boolean foreign) {
        for (String folder : List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64")) {
            Path library = Path.of(folder, file);
            if (Files.exists(library)) {
                all.add(new Candidate(name + by, "native", library, foreign));
                return;
            }
        }
    }
}
