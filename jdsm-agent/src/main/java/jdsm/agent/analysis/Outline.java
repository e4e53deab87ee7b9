package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * The part of a class file that tells which types the class, and the objects that its code makes without naming their
 * class, belong to. Read from the constant pool alone, for it is read of each class of the class path. Immutable.
 *
 * @param supertypes the superclass and the interfaces
 * @param made the types that {@code invokedynamic} instructions return, such as the interfaces of lambdas
 * @param computed the types of constants that a method computes when the class runs
 * @param defines whether the code may define hidden classes, which no agent sees
 * @param proxies whether the code may make proxies, whose classes implement any interface
 */
record Outline(
        String name,
        List<String> supertypes,
        Set<String> made,
        Set<String> computed,
        boolean defines,
        boolean proxies) {
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int COMPUTED_CONSTANT = 17;
    private static final int INVOKE_DYNAMIC = 18;
    private static final String INVOKE = "java/lang/invoke/";
    private static final String LAMBDAS = INVOKE + "LambdaMetafactory";
    private static final String LOOKUP = INVOKE + "MethodHandles$Lookup";
    private static final String HANDLE_PROXIES = INVOKE + "MethodHandleProxies";
    private static final String CALL_SITE = INVOKE + "CallSite";
    private static final String PROXY = "java/lang/reflect/Proxy";
    /** The classes of the JDK whose methods make classes. */
    private static final Set<String> MAKERS = Set.of(LAMBDAS, LOOKUP, HANDLE_PROXIES, CALL_SITE, PROXY);

    static Outline of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        List<String> supertypes = new ArrayList<>(List.of(reader.getInterfaces()));
        if (reader.getSuperName() != null) {
            supertypes.add(reader.getSuperName());
        }
        Set<String> made = new HashSet<>();
        Set<String> computed = new HashSet<>();
        Set<Integer> makers = new HashSet<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int item = 1; item < reader.getItemCount(); item++) {
            int at = reader.getItem(item);
            int tag = at == 0 ? 0 : reader.readByte(at - 1);
            if (tag == INVOKE_DYNAMIC) {
                add(made, Type.getReturnType(descriptor(reader, at, buffer)));
            } else if (tag == COMPUTED_CONSTANT) {
                add(computed, Type.getType(descriptor(reader, at, buffer)));
            } else if (tag == CLASS && MAKERS.contains(reader.readUTF8(at, buffer))) {
                makers.add(item);
            }
        }
        Set<String> called = called(reader, makers, buffer);
        if (called.contains(LAMBDAS + ".altMetafactory")) {
            Lambda.of(classFile).forEach(lambda -> made.addAll(lambda.types()));
        }
        return new Outline(
                reader.getClassName(),
                supertypes,
                made,
                computed,
                called.stream().anyMatch(method -> defines(method, called)),
                called.contains(PROXY + ".newProxyInstance"));
    }

    /** The methods of some classes that the code names. */
    private static Set<String> called(ClassReader reader, Set<Integer> owners, char[] buffer) {
        Set<String> called = new HashSet<>();
        for (int item = 1; item < reader.getItemCount() && !owners.isEmpty(); item++) {
            int at = reader.getItem(item);
            if (at != 0 && reader.readByte(at - 1) == METHOD && owners.contains(reader.readUnsignedShort(at))) {
                called.add(reader.readClass(at, buffer) + "." + reader.readUTF8(nameAndType(reader, at), buffer));
            }
        }
        return called;
    }

    private static boolean defines(String method, Set<String> called) {
        return method.startsWith(LOOKUP + ".defineHiddenClass")
                || method.startsWith(HANDLE_PROXIES + ".")
                // A direct call of the factory of lambdas: it returns a call site, whose target makes the lambda.
                || method.startsWith(CALL_SITE + ".")
                        && called.stream().anyMatch(other -> other.startsWith(LAMBDAS + "."));
    }

    private static int nameAndType(ClassReader reader, int at) {
        return reader.getItem(reader.readUnsignedShort(at + 2));
    }

    private static String descriptor(ClassReader reader, int at, char[] buffer) {
        return reader.readUTF8(nameAndType(reader, at) + 2, buffer);
    }

    private static void add(Set<String> types, Type type) {
        if (type.getSort() == Type.OBJECT) {
            types.add(type.getInternalName());
        }
    }
}
