package jdsm.agent.pass.calls;

import static jdsm.agent.pass.calls.ArrayUse.Kind.PASSED;
import static jdsm.agent.pass.calls.ArrayUse.Kind.READ;
import static jdsm.agent.pass.calls.ArrayUse.Kind.READ_DEEP;
import static jdsm.agent.pass.calls.ArrayUse.Kind.VIEWED;
import static jdsm.agent.pass.calls.ArrayUse.Kind.WRITE;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * What a method that is not woven does to an array that it is given.
 *
 * @param argument which argument the array is
 * @param from the argument that is the first index, or {@link #ZERO}, or {@link #WHOLE}
 * @param to the argument that is the index behind the last
 */
record ArrayUse(int argument, Kind kind, int from, int to) {
    /** In place of an argument: the index 0. */
    static final int ZERO = -1;
    /** In place of an argument: no range at all. */
    static final int WHOLE = -2;

    private static final String ARRAYS = "java/util/Arrays";
    private static final String REFLECTED = "java/lang/reflect/Array";

    enum Kind {
        /** Its own elements are read. */
        READ,
        /** They are written. */
        WRITE,
        /** It is read, and arrays in it are. */
        READ_DEEP,
        /** Not known: all may be written. */
        PASSED,
        /** The result goes on using the array. */
        VIEWED
    }

    /** Classes whose methods only read the arrays that they are given, but for {@link #WRITING}. */
    private static final Set<String> READERS = Set.of(
            "java/lang/Class",
            "java/lang/String",
            "java/lang/StringBuffer",
            "java/lang/StringBuilder",
            "java/lang/invoke/MethodHandle",
            "java/lang/reflect/Constructor",
            "java/lang/reflect/Method",
            "java/io/PrintStream",
            "java/io/PrintWriter",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/nio/file/Path",
            "java/nio/file/Paths",
            "java/text/MessageFormat",
            "java/util/EnumSet",
            "java/util/Formatter",
            "java/util/List",
            "java/util/Map",
            "java/util/Objects",
            "java/util/Set",
            "java/util/UUID",
            "java/util/stream/DoubleStream",
            "java/util/stream/IntStream",
            "java/util/stream/LongStream",
            "java/util/stream/Stream");

    private static final Set<String> WRITING = Set.of("getBytes", "getChars", "toArray");

    /** Names of methods that only read arrays, whoever declares them. */
    private static final Set<String> READING =
            Set.of("write", "print", "println", "printf", "append", "put", "update", "format", "addAll");

    /** Classes whose objects go on using the array that their constructor is given. */
    private static final Set<String> VIEWS =
            Set.of("java/io/ByteArrayInputStream", "java/io/CharArrayReader", "java/net/DatagramPacket");

    /** All uses by a call; none if it is given no array. */
    static List<ArrayUse> of(String owner, String name, String descriptor) {
        Type[] types = Type.getArgumentTypes(descriptor);
        if (owner.equals(REFLECTED)) {
            return reflected(name, types);
        }
        if (owner.equals("java/util/Objects") && name.equals("deepEquals")) {
            return List.of(whole(0, Kind.READ_DEEP), whole(1, Kind.READ_DEEP));
        }
        List<ArrayUse> uses = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.ARRAY) {
                ArrayUse use = owner.equals(ARRAYS) ? ofArrays(name, types, i) : whole(i, kind(owner, name));
                uses.add(types[i].getDescriptor().length() == 2 ? use.flat() : use);
            }
        }
        return uses;
    }

    /** An array of primitive elements has no arrays in it. */
    private ArrayUse flat() {
        return switch (kind) {
            case READ_DEEP -> new ArrayUse(argument, READ, from, to);
            case PASSED -> new ArrayUse(argument, WRITE, from, to);
            default -> this;
        };
    }

    private static ArrayUse whole(int argument, Kind kind) {
        return new ArrayUse(argument, kind, WHOLE, WHOLE);
    }

    private static List<ArrayUse> reflected(String name, Type[] types) {
        boolean neither = types.length == 0 || types[0].getSort() != Type.OBJECT || name.equals("newInstance");
        if (neither || name.equals("getLength")) {
            return List.of();
        }
        return List.of(whole(0, name.startsWith("get") ? READ_DEEP : PASSED));
    }

    private static Kind kind(String owner, String name) {
        if (name.equals("wrap") && owner.startsWith("java/nio/") || name.equals("<init>") && VIEWS.contains(owner)) {
            return VIEWED;
        }
        boolean reads = READERS.contains(owner) && !WRITING.contains(name) || READING.contains(name);
        return reads ? READ_DEEP : PASSED;
    }

    private static ArrayUse ofArrays(String name, Type[] types, int argument) {
        Kind kind = switch (name) {
            case "asList" -> VIEWED;
            case "deepEquals", "deepHashCode", "deepToString" -> READ_DEEP;
            case "binarySearch",
                    "compare",
                    "compareUnsigned",
                    "copyOf",
                    "copyOfRange",
                    "equals",
                    "hashCode",
                    "mismatch",
                    "spliterator",
                    "stream",
                    "toString" -> READ;
            case "fill", "parallelPrefix", "parallelSetAll", "parallelSort", "setAll", "sort" -> WRITE;
            default -> PASSED;
        };
        if (kind != READ && kind != WRITE) {
            return whole(argument, kind);
        }
        if (name.equals("copyOf")) {
            return new ArrayUse(argument, kind, ZERO, argument + 1);
        }
        return hasRange(types, argument)
                ? new ArrayUse(argument, kind, argument + 1, argument + 2)
                : whole(argument, kind);
    }

    /** Not {@code fill(int[], int)} nor {@code binarySearch(int[], int)}; but {@code fill(int[], int, int, int)}. */
    private static boolean hasRange(Type[] types, int argument) {
        return types.length > argument + 2
                && types[argument + 1] == Type.INT_TYPE
                && types[argument + 2] == Type.INT_TYPE;
    }
}
