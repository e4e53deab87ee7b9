package jdsm.agent.analysis;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Remembers the answers to one question about classes. Holds no lock while it finds an answer. Thread-safe. */
final class Answers {
    private final ConcurrentHashMap<String, Boolean> known = new ConcurrentHashMap<>();

    /** The answer about a class, which the question finds if it is not known. */
    boolean of(String name, BooleanSupplier question) {
        Boolean answer = known.get(name);
        if (answer == null) {
            answer = question.getAsBoolean();
            known.putIfAbsent(name, answer);
        }
        return answer;
    }
}
