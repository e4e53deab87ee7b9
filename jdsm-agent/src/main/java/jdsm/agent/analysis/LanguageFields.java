package jdsm.agent.analysis;

import java.util.Map;
import java.util.Set;

/**
 * Fields of the libraries of Kotlin and Scala that each rank has for itself, as if marked {@code @Local}. The libraries are woven
 * as the application is, so that programs can share their objects; these fields are the exceptions.
 *
 * <p>A field belongs here for one of two reasons. It caches a value that each rank can find again, and the cache cannot
 * be shared. Or it has the function that computes a lazy value: a function does not travel, the value does.
 */
final class LanguageFields {
    private static final Set<String> INITIALIZER = Set.of("initializer");

    /** Names of fields by the internal names of their classes. */
    private static final Map<String, Set<String>> LOCAL = Map.of(
            "kotlin/coroutines/jvm/internal/ModuleNameRetriever",
            Set.of("cache"),
            "kotlin/text/Charsets",
            Set.of("utf_32", "utf_32le", "utf_32be"),
            "kotlin/SynchronizedLazyImpl",
            INITIALIZER,
            "kotlin/SafePublicationLazyImpl",
            INITIALIZER,
            "kotlin/UnsafeLazyImpl",
            INITIALIZER,
            "scala/math/BigDecimal$",
            Set.of("cache"));

    private LanguageFields() {}

    static boolean isLocal(String owner, String field) {
        return LOCAL.getOrDefault(owner, Set.of()).contains(field);
    }
}
