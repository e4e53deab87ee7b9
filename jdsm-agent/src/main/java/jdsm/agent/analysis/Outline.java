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
        ConstantPool pool = new ConstantPool(reader);
        for (int entry = 1; entry < pool.end(); entry++) {
            int tag = pool.tag(entry);
            if (tag == ConstantPool.INVOKE_DYNAMIC) {
                add(made, Type.getReturnType(pool.descriptor(entry)));
            } else if (tag == ConstantPool.COMPUTED_CONSTANT) {
                add(computed, Type.getType(pool.descriptor(entry)));
            } else if (tag == ConstantPool.CLASS && MAKERS.contains(pool.className(entry))) {
                makers.add(entry);
            }
        }
        Set<String> called = called(pool, makers);
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
    private static Set<String> called(ConstantPool pool, Set<Integer> owners) {
        Set<String> called = new HashSet<>();
        for (int entry = 1; entry < pool.end() && !owners.isEmpty(); entry++) {
            if (pool.tag(entry) == ConstantPool.METHOD && owners.contains(pool.owner(entry))) {
                called.add(pool.className(pool.owner(entry)) + "." + pool.name(entry));
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

    private static void add(Set<String> types, Type type) {
        if (type.getSort() == Type.OBJECT) {
            types.add(type.getInternalName());
        }
    }
}
