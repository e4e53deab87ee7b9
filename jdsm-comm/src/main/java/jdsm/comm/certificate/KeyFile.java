package jdsm.comm.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.comm.files.User;

/** Reads the file with a private key. */
final class KeyFile {
    private static final String WHAT = "TLS key";
    private static final byte[] SIGNED = {1, 2, 3, 4, 5, 6, 7, 8};
    /** The kinds of keys, as certificates name them, and a signature by each. */
    private static final Map<String, String> SIGNATURES = Map.of("EC", "SHA256withECDSA", "RSA", "SHA256withRSA");

    /** The lengths of the fields of the curves P-256 and P-384, which all implementations of TLS have. */
    private static final Set<Integer> CURVES = Set.of(256, 384);

    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

    private KeyFile() {}

    /**
     * Reads the key of a certificate.
     *
     * @param certificate the certificate's file, for messages
     */
    static PrivateKey read(Path file, PublicKey ofCertificate, Path certificate) throws UnfitFileException {
        Pem pem = new Pem(WHAT, file);
        requirePrivate(pem, file);
        List<byte[]> keys = pem.all(Pem.PRIVATE_KEY, labels -> hint(labels, file));
        String kind = ofCertificate.getAlgorithm();
        if (!SIGNATURES.containsKey(kind)) {
            throw new UnfitFileException(
                    "TLS certificate " + certificate + " has a key of kind " + kind + "; use one of EC or RSA");
        }
        if (ofCertificate instanceof ECPublicKey curve && !CURVES.contains(bitsOf(curve))) {
            throw new UnfitFileException("TLS certificate " + certificate + " has a key on a curve of " + bitsOf(curve)
                    + " bits; use P-256 or P-384");
        }
        if (keys.size() > 1) {
            throw pem.unfit("has " + keys.size() + " keys; it needs one");
        }
        try {
            PrivateKey key = KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(keys.get(0)));
            if (!fits(key, ofCertificate)) {
                throw pem.unfit("is not the key of certificate " + certificate);
            }
            return key;
        } catch (InvalidKeySpecException e) {
            throw pem.unfit("has no " + kind + " key, as certificate " + certificate + " needs");
        } catch (GeneralSecurityException e) {
            throw pem.unfit("cannot be used: " + e.getMessage());
        }
    }

    private static int bitsOf(ECPublicKey key) {
        return key.getParams().getCurve().getField().getFieldSize();
    }

    private static String hint(List<String> labels, Path file) {
        boolean otherForm = labels.stream().anyMatch(label -> label.endsWith(Pem.PRIVATE_KEY));
        return otherForm
                ? "; write it in the form PKCS #8 without a password: openssl pkcs8 -topk8 -nocrypt -in " + file
                : "";
    }

    private static boolean fits(PrivateKey key, PublicKey ofCertificate) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(SIGNATURES.get(ofCertificate.getAlgorithm()));
        signature.initSign(key);
        signature.update(SIGNED);
        byte[] signed = signature.sign();
        signature.initVerify(ofCertificate);
        signature.update(SIGNED);
        return signature.verify(signed);
    }

    /**
     * Requires that no other user can read the file. It may be a link, as those to a Kubernetes secret are; a file of root may be readable
     * by its group.
     */
    private static void requirePrivate(Pem pem, Path file) throws UnfitFileException {
        PosixFileAttributes attributes;
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view == null) {
                return;
            }
            attributes = view.readAttributes();
        } catch (IOException e) {
            throw pem.unfit("cannot be examined: " + e.getMessage());
        }
        boolean own = User.current().map(user -> user.owns(attributes)).orElse(false);
        boolean ofRoot = attributes.owner().getName().equals("root");
        if (!own && !ofRoot) {
            throw pem.unfit("belongs to user " + attributes.owner().getName());
        }
        Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
        others.addAll(attributes.permissions());
        others.removeAll(OWN);
        if (ofRoot) {
            others.remove(PosixFilePermission.GROUP_READ);
        }
        if (!others.isEmpty()) {
            throw pem.unfit("has mode " + PosixFilePermissions.toString(attributes.permissions())
                    + ", so that other users can use it: chmod 600 " + file);
        }
    }
}
