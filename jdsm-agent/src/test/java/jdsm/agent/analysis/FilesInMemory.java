package jdsm.agent.analysis;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * A class path whose only classes are given.
 *
 * @param files class files by internal name
 * @param rest finds the class files of the JDK and of JDSM
 */
public record FilesInMemory(Map<String, byte[]> files, ClassSource rest) implements ClassSource {
    @Override
    public byte[] find(String name) {
        return files.containsKey(name) ? files.get(name) : rest.find(name);
    }

    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        files.forEach((name, bytes) -> {
            if (wanted.test(name)) {
                visitor.accept("memory", bytes);
            }
        });
        return true;
    }
}
