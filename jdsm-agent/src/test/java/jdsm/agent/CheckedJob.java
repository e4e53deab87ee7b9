package jdsm.agent;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import jdsm.Protocol;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.access.InMemory;
import jdsm.agent.pass.check.CheckPass;
import jdsm.node.WovenRanks;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** A program as a job under {@code --check}: compiled, woven, and run on ranks of this JVM. */
final class CheckedJob {
    private static final String HEAD = "import jdsm.*;\nimport java.util.*;\n";

    private final Map<String, byte[]> plain;
    private final ApplicationClasses classes;

    private CheckedJob(Map<String, byte[]> plain) {
        this.plain = plain;
        this.classes = new ApplicationClasses(
                new FilesInMemory(plain, new LoaderFiles(CheckedJob.class.getClassLoader())), Scope.DEFAULT, false);
    }

    /** @param source classes, the program's is called P */
    static CheckedJob of(String source) {
        return new CheckedJob(InMemory.compile(HEAD + source));
    }

    /** As it is woven. */
    WovenRanks.Ended run(int ranks, int threads) {
        return run(ranks, threads, node -> false);
    }

    /**
     * With a fault of the weaver.
     *
     * @param mutation changes a class as woven, before it is checked; says whether it did
     */
    WovenRanks.Ended run(int ranks, int threads, Predicate<ClassNode> mutation) {
        Map<String, byte[]> woven = new TreeMap<>();
        boolean changed = false;
        for (Map.Entry<String, byte[]> file : plain.entrySet()) {
            ClassNode node = new ClassNode();
            new ClassReader(weave(new Weaver(classes, false).recordable(), file.getValue()))
                    .accept(node, ClassReader.SKIP_FRAMES);
            changed |= mutation.test(node);
            new CheckPass().weave(node, classes, CheckedJob::refuse);
            FrameWriter writer = new FrameWriter(classes);
            node.accept(writer);
            woven.put(file.getKey(), writer.toByteArray());
        }
        isMutated = changed;
        return run(woven, ranks, threads, Protocol.LAZY_RELEASE, Map.of("JDSM_CHECK", "true"));
    }

    /** As it is woven, without {@code --check}. */
    WovenRanks.Ended runUnchecked(int ranks, int threads, Protocol protocol) {
        return runUnchecked(ranks, threads, protocol, Map.of());
    }

    /** As {@link #runUnchecked}, with {@code --free-after}. */
    WovenRanks.Ended runFreeing(int ranks, int threads, Protocol protocol, String freeAfter) {
        return runUnchecked(ranks, threads, protocol, Map.of("JDSM_FREE_AFTER", freeAfter));
    }

    private WovenRanks.Ended runUnchecked(int ranks, int threads, Protocol protocol, Map<String, String> settings) {
        Map<String, byte[]> woven = new TreeMap<>();
        plain.forEach((name, bytes) -> woven.put(name, weave(new Weaver(classes, false), bytes)));
        return run(woven, ranks, threads, protocol, settings);
    }

    private static byte[] weave(Weaver weaver, byte[] file) {
        return weaver.weave(file, CheckedJob::refuse);
    }

    private static void refuse(Refusal refusal) {
        throw new IllegalArgumentException(refusal.toString());
    }

    private static WovenRanks.Ended run(
            Map<String, byte[]> woven, int ranks, int threads, Protocol protocol, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("JDSM_THREADS", Integer.toString(threads));
        settings.put(
                "JDSM_CONSISTENCY", protocol.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return WovenRanks.run(woven, "P", ranks, settings);
    }

    private boolean isMutated;

    /** Whether the last mutation found something to change. */
    boolean isMutated() {
        return isMutated;
    }
}
