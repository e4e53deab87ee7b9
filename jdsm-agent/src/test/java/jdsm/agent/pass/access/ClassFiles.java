package jdsm.agent.pass.access;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Scope;

/** Compiled classes as the weaver sees a program's. */
final class ClassFiles {
    private ClassFiles() {}

    /** All of these are the application's; the JDK is there, too. */
    static ApplicationClasses of(Map<String, byte[]> files) {
        return new ApplicationClasses(new FilesInMemory(files, ClassFiles::read), Scope.DEFAULT);
    }

    private static byte[] read(String name) {
        try (InputStream in = ClassFiles.class.getClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
