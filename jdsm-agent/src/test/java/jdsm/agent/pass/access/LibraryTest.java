package jdsm.agent.pass.access;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import jdsm.agent.pass.CheckReport;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

/** Code that nobody wrote for this: the library that reads and writes class files. */
class LibraryTest {
    @Test
    void everyClassVerifies() throws Exception {
        Map<String, byte[]> files = classesOf(MethodNode.class);
        files.putAll(classesOf(org.objectweb.asm.ClassReader.class));
        files.putAll(classesOf(org.objectweb.asm.commons.Remapper.class));
        TestClasses classes = new TestClasses(files);

        Map<String, byte[]> woven = Weaving.weave(files, classes, CheckReport.NONE, node -> {});

        ClassLoader loader = Weaving.loader(woven);
        for (String name : woven.keySet()) {
            Class.forName(name.replace('/', '.'), true, loader); // verifies
        }
    }

    private static Map<String, byte[]> classesOf(Class<?> one) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        File jar =
                new File(one.getProtectionDomain().getCodeSource().getLocation().getPath());
        try (JarFile file = new JarFile(jar)) {
            for (var entry : file.stream()
                    .filter(some -> some.getName().endsWith(".class"))
                    .toList()) {
                if (!entry.getName().equals("module-info.class")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        files.put(entry.getName().replace(".class", ""), in.readAllBytes());
                    }
                }
            }
        }
        return files;
    }
}
