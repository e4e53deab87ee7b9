package jdsm.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.ClassSource;
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
        ClassSource rest = new LoaderFiles(CheckedJob.class.getClassLoader());
        this.classes = new ApplicationClasses(
                name -> plain.containsKey(name) ? plain.get(name) : rest.find(name), Scope.DEFAULT);
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
            List<Refusal> refusals = new ArrayList<>();
            ClassNode node = new ClassNode();
            byte[] bytes = new Weaver(classes, false).recordable().weave(file.getValue(), refusals::add);
            if (!refusals.isEmpty()) {
                throw new IllegalArgumentException(refusals.toString());
            }
            new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
            changed |= mutation.test(node);
            new CheckPass().weave(node, classes, refusals::add);
            FrameWriter writer = new FrameWriter(classes);
            node.accept(writer);
            woven.put(file.getKey(), writer.toByteArray());
        }
        isMutated = changed;
        Map<String, String> settings = new HashMap<>();
        settings.put("JDSM_CHECK", "true");
        settings.put("JDSM_THREADS", Integer.toString(threads));
        settings.put("JDSM_CONSISTENCY", "lazy-release");
        return WovenRanks.run(woven, "P", ranks, settings);
    }

    private boolean isMutated;

    /** Whether the last mutation found something to change. */
    boolean isMutated() {
        return isMutated;
    }
}
