package jdsm.launcher.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import jdsm.profile.Profile;
import jdsm.profile.ProfileException;
import jdsm.profile.ProfileReader;

/** The fields that a profile separates from the other fields of their objects. */
public final class ProfiledFields {
    private ProfiledFields() {}

    /**
     * Reads a profile for a program.
     *
     * @param file the profile
     * @param classPath the program's class path, absolute
     * @return the W and N fields of the classes to split, as {@code package.Class.field}
     * @throws ProgramException if the file is no profile, or of another version of a class
     */
    public static List<String> of(Path file, List<Path> classPath) throws ProgramException {
        try (URLClassLoader files = ClassPath.loader(classPath)) {
            Profile profile = ProfileReader.read(file);
            profile.requireSame(name -> classFile(files, name));
            return profile.heavyFields();
        } catch (ProfileException e) {
            throw new ProgramException(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class file on the class path alone: JDSM's own classes are not split. */
    private static byte[] classFile(URLClassLoader files, String name) {
        URL file = files.findResource(name.replace('.', '/') + ".class");
        if (file == null) {
            return null;
        }
        try (InputStream in = file.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
