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
 * What methods of the JDK do with what they are given: looked up by class, name and descriptor, in the class that an instruction
 * names and then in those above it. What the table does not have is taken for the worst: it writes and keeps each array, and
 * calls back. The table is the file {@code methods.table} beside this class. Thread-safe.
 */
public final class JdkTable {
    private static final JdkTable TABLE = read();

    private final Map<String, Entry> entries;
    private final Set<String> names = new HashSet<>();

    /**
     * What is said of a class.
     *
     * @param level of its methods that no rule names; null: unknown
     * @param arrays what these do with arrays
     * @param rules the first that matches holds
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

    /** What a method does that an instruction names, and that is not woven. */
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
     * Whether a method that is not woven passes no synchronisation and calls nothing of the application.
     *
     * @param owner the class that declares it
     */
    public static boolean isPure(String owner, String name, String descriptor, Hierarchy classes) {
        return of(owner, name, descriptor, classes).isPure(descriptor)
                || name.equals("<init>") && isException(owner, classes) && isMessage(descriptor);
    }

    private static boolean isException(String owner, Hierarchy classes) {
        return owner.startsWith("java/") && classes.isSubtype(owner, "java/lang/Throwable");
    }

    /** Not a cause alone: its toString would become the message. */
    private static boolean isMessage(String descriptor) {
        return Inert.parameters(descriptor) || descriptor.equals("(Ljava/lang/String;Ljava/lang/Throwable;)V");
    }

    /** What is said of all methods of the class that declares it. */
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
            throw new IllegalArgumentException("twice in the table: " + words[0]);
        }
    }

    /** The rules, by class and name; for tests. */
    static Map<String, Map<String, List<Rule>>> rules() {
        Map<String, Map<String, List<Rule>>> all = new HashMap<>();
        TABLE.entries.forEach((type, entry) -> all.put(type, entry.rules));
        return all;
    }
}
