package jdsm.agent.jdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The table of the JDK's methods and their effects. A lookup by name and descriptor begins in the class that an
 * instruction names and continues in its supertypes. A method that the table does not contain is assumed to write and
 * keep each array argument, to synchronise, and to call the application. The table is the file {@code methods.table}
 * beside this class. Thread-safe.
 */
public final class JdkTable {
    private static final JdkTable TABLE = read();

    private final Map<String, Entry> entries;
    private final Set<String> names = new HashSet<>();

    /**
     * The table's entry of a class.
     *
     * @param level the level of methods that no rule names; null if unknown
     * @param arrays the use that these methods make of arrays; null if unknown
     * @param rules the rules by method name; the first matching rule holds
     */
    private record Entry(Level level, Use.Kind arrays, Map<String, List<Rule>> rules) {
        private Conduct find(String name, Type[] types) {
            for (Rule rule : rules.getOrDefault(name, List.of())) {
                if (rule.matches(types)) {
                    return rule.conduct(types, level == null ? Level.ANYTHING : level);
                }
            }
            return null;
        }
    }

    private JdkTable(Map<String, Entry> entries) {
        this.entries = entries;
        entries.values().forEach(entry -> names.addAll(entry.rules.keySet()));
    }

    /** The effects of a method that is not woven, as an instruction names it. */
    public static Conduct of(String owner, String name, String descriptor, Hierarchy classes) {
        Type[] types = Type.getArgumentTypes(descriptor);
        if (TABLE.names.contains(name)) {
            boolean constructor = name.equals("<init>");
            for (String type : constructor ? List.of(owner) : classes.withSupertypes(owner)) {
                Entry entry = TABLE.entries.get(type);
                Conduct found = entry == null ? null : entry.find(name, types);
                if (found != null) {
                    return found;
                }
            }
        }
        return TABLE.general(owner, name, descriptor, types, classes);
    }

    /**
     * Whether a method that is not woven passes no synchronisation and calls no method of the application.
     *
     * @param owner the class that declares the method
     */
    public static boolean isPure(String owner, String name, String descriptor, Hierarchy classes) {
        return of(owner, name, descriptor, classes).isPure(descriptor)
                || name.equals("<init>") && isException(owner, classes) && isMessage(descriptor);
    }

    private static boolean isException(String owner, Hierarchy classes) {
        return owner.startsWith("java/") && classes.isSubtype(owner, "java/lang/Throwable");
    }

    /**
     * Whether a constructor of an exception takes a message, perhaps with a cause. With a cause alone it calls the
     * cause's toString.
     */
    private static boolean isMessage(String descriptor) {
        return Inert.parameters(descriptor) || descriptor.equals("(Ljava/lang/String;Ljava/lang/Throwable;)V");
    }

    /** The effects that the table states for all methods of a class. */
    private Conduct general(String owner, String name, String descriptor, Type[] types, Hierarchy classes) {
        Entry entry = entries.get(owner);
        if (entry == null || entry.level == null) {
            String declaring = classes.declaring(owner, name, descriptor);
            entry = declaring == null ? null : entries.get(declaring);
        }
        boolean known = entry != null && entry.level != null;
        boolean told = known && entry.arrays != null;
        List<Use> uses = Rule.ofArrays(types, told ? entry.arrays : Use.Kind.KEPT);
        return new Conduct(told || known && uses.isEmpty(), known ? entry.level : Level.ANYTHING, uses, Set.of());
    }

    private static JdkTable read() {
        try (InputStream file = JdkTable.class.getResourceAsStream("methods.table")) {
            return parse(new InputStreamReader(file, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JdkTable parse(Reader file) throws IOException {
        Map<String, Entry> entries = new HashMap<>();
        Map<String, List<Rule>> rules = new HashMap<>();
        BufferedReader lines = new BufferedReader(file);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String text = line.replaceFirst("#.*", "").stripTrailing();
            if (text.isEmpty()) {
                continue;
            }
            if (text.startsWith(" ")) {
                Rule rule = Rule.parse(text.strip());
                rules.computeIfAbsent(rule.name(), any -> new ArrayList<>()).add(rule);
                continue;
            }
            rules = new HashMap<>();
            enter(entries, text.split("\\s+"), rules);
        }
        return new JdkTable(entries);
    }

    private static void enter(Map<String, Entry> entries, String[] words, Map<String, List<Rule>> rules) {
        Level level = null;
        Use.Kind arrays = null;
        for (int i = 1; i < words.length; i++) {
            if (words[i].length() == 1) {
                arrays = Use.Kind.of(words[i].charAt(0));
            } else {
                level = Level.of(words[i]);
            }
        }
        if (entries.put(words[0].replace('.', '/'), new Entry(level, arrays, rules)) != null) {
            throw new IllegalArgumentException("the table has two entries for class " + words[0]);
        }
    }

    /** The rules by class and method name, for tests. */
    static Map<String, Map<String, List<Rule>>> rules() {
        Map<String, Map<String, List<Rule>>> all = new HashMap<>();
        TABLE.entries.forEach((type, entry) -> all.put(type, entry.rules));
        return all;
    }
}
