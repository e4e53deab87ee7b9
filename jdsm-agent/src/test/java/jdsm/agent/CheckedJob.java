package jdsm.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import jdsm.Protocol;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.Scope;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.access.InMemory;
import jdsm.agent.pass.check.CheckPass;
import jdsm.node.WovenRanks;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** A program as a job under {@code --check}: compiled, woven, and run on ranks of this JVM. */
final class CheckedJob {
    private static final String HEAD = "import jdsm.*;\nimport java.util.*;\n";

    private final Map<String, byte[]> plain;
    private final LoaderFiles rest = new LoaderFiles(CheckedJob.class.getClassLoader());
    private final ApplicationClasses classes;

    private CheckedJob(Map<String, byte[]> plain, Scope scope) {
        this.plain = plain;
        this.classes = new ApplicationClasses(new FilesInMemory(plain, rest), scope, false);
    }

    /** @param source classes, the program's is called P */
    static CheckedJob of(String source) {
        return new CheckedJob(InMemory.compile(HEAD + source), Scope.DEFAULT);
    }

    /** As {@link #of}, with heavy parts of the objects of all classes for two seeds of the source in five. */
    static CheckedJob of(String source, long seed) {
        Scope split = new Scope(List.of(), List.of(), Set.of(), Set.of(), Set.of(Scope.ALL));
        return new CheckedJob(InMemory.compile(HEAD + source), seed % 5 < 3 ? Scope.DEFAULT : split);
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
        return run(mutation, ranks, threads, Protocol.LAZY_RELEASE, Map.of());
    }

    /** As {@link #run}, with {@code --free-after}. */
    WovenRanks.Ended runCheckedFreeing(int ranks, int threads, Protocol protocol, String freeAfter) {
        return run(node -> false, ranks, threads, protocol, Map.of("JDSM_FREE_AFTER", freeAfter));
    }

    private WovenRanks.Ended run(
            Predicate<ClassNode> mutation, int ranks, int threads, Protocol protocol, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("JDSM_CHECK", "true");
        Weaver weaver = new Weaver(classes, false).recordable();
        return run(
                file -> changed(weave(weaver, file), node -> {
                    isMutated |= mutation.test(node);
                    check(node);
                }),
                file -> changed(weave(weaver, file), this::check),
                ranks,
                rank -> settings(threads, protocol, settings));
    }

    /** As it is woven, without {@code --check}. */
    WovenRanks.Ended runUnchecked(int ranks, int threads, Protocol protocol) {
        return runUnchecked(ranks, threads, protocol, Map.of());
    }

    /** As {@link #runUnchecked}, with {@code --free-after}. */
    WovenRanks.Ended runFreeing(int ranks, int threads, Protocol protocol, String freeAfter) {
        return runUnchecked(ranks, threads, protocol, Map.of("JDSM_FREE_AFTER", freeAfter));
    }

    /** As {@link #runUnchecked}, with a fault of the weaver. */
    WovenRanks.Ended runFaulty(int ranks, int threads, Protocol protocol, Predicate<ClassNode> mutation) {
        Weaver weaver = new Weaver(classes, false);
        return run(
                file -> changed(weave(weaver, file), node -> isMutated |= mutation.test(node)),
                file -> weave(weaver, file),
                ranks,
                rank -> settings(threads, protocol, Map.of()));
    }

    /** As it is compiled, on one rank. */
    WovenRanks.Ended runPlain(int threads) {
        return WovenRanks.run(plain, "P", 1, settings(threads, Protocol.LAZY_RELEASE, Map.of()));
    }

    /** As {@link #runUnchecked}, with more settings. */
    WovenRanks.Ended runUnchecked(int ranks, int threads, Protocol protocol, Map<String, String> settings) {
        return runUnchecked(ranks, threads, protocol, rank -> settings);
    }

    /** As {@link #runUnchecked}, with settings of each rank's own. */
    WovenRanks.Ended runUnchecked(
            int ranks, int threads, Protocol protocol, IntFunction<Map<String, String>> settings) {
        Weaver weaver = new Weaver(classes, false);
        return run(
                file -> weave(weaver, file),
                file -> weave(weaver, file),
                ranks,
                rank -> settings(threads, protocol, settings.apply(rank)));
    }

    /**
     * Runs woven classes.
     *
     * @param own weaves the classes of the program, all of them at once
     * @param twins weaves the twins that a rank comes to need
     */
    private WovenRanks.Ended run(
            UnaryOperator<byte[]> own,
            UnaryOperator<byte[]> twins,
            int ranks,
            IntFunction<Map<String, String>> settings) {
        Map<String, byte[]> woven = new ConcurrentHashMap<>();
        isMutated = false;
        plain.forEach((name, bytes) -> {
            woven.put(name, own.apply(bytes));
            classes.rewritten().lambdasOf(name).forEach((lambda, file) -> woven.put(lambda, own.apply(file)));
            classes.rewritten().companionsOf(name).forEach((companion, file) -> woven.put(companion, own.apply(file)));
        });
        return WovenRanks.run(
                name -> Twins.isTwin(name)
                        ? woven.computeIfAbsent(name, twin -> twins.apply(classFile(twin)))
                        : woven.get(name),
                "P",
                ranks,
                settings);
    }

    private byte[] classFile(String twin) {
        return Woven.isLambda(twin)
                ? classes.rewritten().lambdasOf(Woven.makerOf(twin)).get(twin)
                : rest.find(twin);
    }

    private static byte[] weave(Weaver weaver, byte[] file) {
        return weaver.weave(file, CheckedJob::refuse);
    }

    private byte[] changed(byte[] woven, Consumer<ClassNode> change) {
        ClassNode node = new ClassNode();
        new ClassReader(woven).accept(node, ClassReader.SKIP_FRAMES);
        change.accept(node);
        FrameWriter writer = new FrameWriter(classes);
        node.accept(writer);
        return writer.toByteArray();
    }

    private void check(ClassNode woven) {
        new CheckPass().weave(woven, classes, CheckedJob::refuse);
    }

    private static void refuse(Refusal refusal) {
        throw new IllegalArgumentException(refusal.toString());
    }

    private static Map<String, String> settings(int threads, Protocol protocol, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("JDSM_THREADS", Integer.toString(threads));
        settings.put(
                "JDSM_CONSISTENCY", protocol.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return settings;
    }

    private boolean isMutated;

    /** Whether the last mutation found something to change. */
    boolean isMutated() {
        return isMutated;
    }
}
