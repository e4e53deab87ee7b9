package jdsm.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import jdsm.spi.LoaderWeaver;

/**
 * Weaves the classes of ranks that are threads of a JVM which runs without the agent: their class loaders ask for each
 * class that they define. Weaves a class once, for all ranks and jobs whose class files one loader finds. Uses no cache of
 * another JVM. Thread-safe.
 */
public final class RanksWeaver implements LoaderWeaver {
    private static final String ALWAYS = "cache=none";

    /** The agent's options, and whether the job has one rank. */
    private record Kind(String options, boolean alone) {
        AgentOptions parsed() {
            return AgentOptions.parse(options.isEmpty() ? ALWAYS : ALWAYS + "," + options)
                    .forRanks(alone ? "1" : null)
                    .inSharedJvm();
        }
    }

    /** By loader of the class files, and by kind. A program does not outlive its loader by this. */
    private static final Map<ClassLoader, Map<Kind, Weaving>> WEAVINGS = new WeakHashMap<>();

    /** Makes the weaver that {@link java.util.ServiceLoader} finds. */
    public RanksWeaver() {}

    @Override
    public Map<String, byte[]> weave(ClassLoader files, String name, byte[] classFile, String options, int ranks) {
        return of(files, new Kind(options, ranks == 1)).weave(files, name, classFile);
    }

    private static Weaving of(ClassLoader files, Kind kind) {
        synchronized (WEAVINGS) {
            if (WEAVINGS.isEmpty()) {
                LibraryProperties.set();
            }
            return WEAVINGS.computeIfAbsent(files, any -> new HashMap<>()).computeIfAbsent(kind, Weaving::new);
        }
    }

    /** The classes of one loader's class files, woven with one set of options. Refers to no loader. */
    private static final class Weaving {
        private final WeavingTransformer transformer;
        private final Map<String, Map<String, byte[]>> woven = new HashMap<>();
        private final Map<String, byte[]> companions = new LinkedHashMap<>();
        private final List<String> refusals = new ArrayList<>();

        Weaving(Kind kind) {
            transformer = new WeavingTransformer(
                    kind.parsed(),
                    (loader, name, classFile, domain) -> companions.put(name.replace('/', '.'), classFile),
                    refusals::addAll,
                    complaint -> {});
        }

        synchronized Map<String, byte[]> weave(ClassLoader files, String name, byte[] classFile) {
            Map<String, byte[]> known = woven.get(name);
            if (known != null) {
                return known;
            }
            companions.clear();
            refusals.clear();
            byte[] changed = transformer.transform(files, name.replace('.', '/'), null, null, classFile);
            if (!refusals.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", refusals));
            }
            if (changed == null) {
                return Map.of(name, classFile); // not kept, for it is found again as quickly
            }
            Map<String, byte[]> all = new LinkedHashMap<>(companions);
            all.put(name, changed);
            // Behind the class, which they may implement. The ranks' loaders have no agent that would weave them later.
            transformer.lambdasOf(files, name.replace('.', '/')).forEach((lambda, file) -> {
                byte[] wovenLambda = transformer.transform(files, lambda, null, null, file);
                all.put(lambda.replace('/', '.'), wovenLambda == null ? file : wovenLambda);
            });
            if (!refusals.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", refusals));
            }
            woven.put(name, all);
            return all;
        }
    }
}
