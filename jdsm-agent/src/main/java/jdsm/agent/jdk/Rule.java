package jdsm.agent.jdk;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/**
 * A rule, which is one line of the table: {@code name(parameters) uses words}. Parameters are simple names of types,
 * {@code *} for any type, {@code ?[]} for any array, and {@code ..} at the end for any further parameters. A rule
 * without parameters matches all methods of the name, and its single use applies to each array argument. The uses
 * belong to the parameters in turn: each is a letter of {@link Use.Kind}, or {@code .} for none. A range may follow the
 * letter: {@code [a:b]} from the index in argument a to that in argument b, {@code [a+n]} as many elements as argument
 * n says from there, {@code [:b]} from the start.
 */
record Rule(
        String name, List<String> parameters, List<Use> uses, Use.Kind all, Level level, Set<Conduct.Trait> traits) {
    private static final Pattern LINE = Pattern.compile("(\\S+?)(?:\\((\\S*)\\))?((?:\\s+\\S+)*)");
    private static final Pattern USE = Pattern.compile("([a-zA-Z.])(?:\\[(\\d*)([:+])(\\d+)])?");
    private static final String REST = "..";

    static Rule parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the table has a line that is no rule: " + line);
        }
        String listed = matcher.group(2);
        List<String> parameters = listed == null ? null : listed.isEmpty() ? List.of() : List.of(listed.split(","));
        List<Use> uses = new ArrayList<>();
        Level level = null;
        Set<Conduct.Trait> traits = EnumSet.noneOf(Conduct.Trait.class);
        int parameter = 0;
        for (String word : matcher.group(3).strip().split("\\s+")) {
            Matcher use = USE.matcher(word);
            if (use.matches()) {
                if (use.group(1).charAt(0) != '.') {
                    uses.add(use(parameter, use));
                }
                parameter++;
            } else if (Level.of(word) != null) {
                level = Level.of(word);
            } else if (Conduct.Trait.of(word) != null) {
                traits.add(Conduct.Trait.of(word));
            } else if (!word.isEmpty()) {
                throw new IllegalArgumentException("unknown word '" + word + "': " + line);
            }
        }
        Use.Kind all = parameters == null && !uses.isEmpty() ? uses.get(0).kind() : null;
        boolean mistaken =
                parameters == null ? uses.size() > 1 : parameter > parameters.size() && !parameters.contains(REST);
        if (mistaken) {
            throw new IllegalArgumentException("more uses than parameters: " + line);
        }
        return new Rule(matcher.group(1), parameters, all == null ? List.copyOf(uses) : List.of(), all, level, traits);
    }

    private static Use use(int parameter, Matcher use) {
        Use.Kind kind = Use.Kind.of(use.group(1).charAt(0));
        if (use.group(4) == null) {
            return Use.whole(parameter, kind);
        }
        int from = use.group(2).isEmpty() ? Use.ZERO : Integer.parseInt(use.group(2));
        return new Use(
                parameter,
                kind,
                from,
                Integer.parseInt(use.group(4)),
                use.group(3).equals("+"));
    }

    boolean matches(Type[] types) {
        if (parameters == null) {
            return true;
        }
        boolean more =
                !parameters.isEmpty() && parameters.get(parameters.size() - 1).equals(REST);
        int named = more ? parameters.size() - 1 : parameters.size();
        if (more ? types.length < named : types.length != named) {
            return false;
        }
        for (int i = 0; i < named; i++) {
            if (!matches(parameters.get(i), types[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String pattern, Type type) {
        if (pattern.equals("*")) {
            return true;
        }
        if (pattern.equals("?[]")) {
            return type.getSort() == Type.ARRAY;
        }
        String name = type.getClassName();
        return name.substring(name.lastIndexOf('.') + 1).equals(pattern);
    }

    /**
     * The effects of a method that the rule matches.
     *
     * @param types the types of the method's parameters
     * @param otherwise the level if the rule has none
     */
    Conduct conduct(Type[] types, Level otherwise) {
        List<Use> found = all == null ? uses : ofArrays(types, all);
        return new Conduct(true, level == null ? otherwise : level, found, traits);
    }

    /** One use of each array among the parameters. */
    static List<Use> ofArrays(Type[] types, Use.Kind kind) {
        List<Use> uses = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.ARRAY) {
                uses.add(Use.whole(i, kind));
            }
        }
        return List.copyOf(uses);
    }
}
