package jdsm.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import jdsm.agent.analysis.ClassSource;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * The class files that a class loader would define classes from, including those of its parents and the JDK. Holds the
 * loader weakly.
 */
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
