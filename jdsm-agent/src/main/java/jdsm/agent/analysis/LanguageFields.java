package jdsm.agent.analysis;

import java.util.Map;
import java.util.Set;

/**
 * Fields of the libraries of Kotlin and Scala that each rank has for itself, as if marked {@code @Local}. The libraries are woven
 * as the application is, so that programs can share their objects; these fields are the exceptions.
 *
 * <p>They cache values that each rank can find again, and the caches cannot be shared.
 */
final class LanguageFields {
    /** Names of fields by the internal names of their classes. */
    private static final Map<String, Set<String>> LOCAL = Map.of(
            "kotlin/coroutines/jvm/internal/ModuleNameRetriever",
            Set.of("cache"),
            "kotlin/text/Charsets",
            Set.of("utf_32", "utf_32le", "utf_32be"),
            "scala/math/BigDecimal$",
            Set.of("cache"));

    private LanguageFields() {}

    static boolean isLocal(String owner, String field) {
        return LOCAL.getOrDefault(owner, Set.of()).contains(field);
    }
}
