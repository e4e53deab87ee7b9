package jdsm.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import jdsm.agent.analysis.ClassSource;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The class files that a loader would use, its parents' and the JDK's among them. The loader is held weakly. */
final class LoaderFiles implements ClassSource {
    private final ClassFileLocator locator;

    LoaderFiles(ClassLoader loader) {
        locator = ClassFileLocator.ForClassLoader.WeaklyReferenced.of(loader);
    }

    @Override
    public byte[] find(String name) {
        try {
            ClassFileLocator.Resolution found = locator.locate(name.replace('/', '.'));
            return found.isResolved() ? found.resolve() : null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read class " + name, e);
        }
    }
}
