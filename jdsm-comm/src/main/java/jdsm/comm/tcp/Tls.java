package jdsm.comm.tcp;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import jdsm.comm.bootstrap.Handshake;
import jdsm.comm.certificate.CertificateFiles;
import jdsm.comm.certificate.OwnCertificate;

/**
 * The encryption of a rank's connections: TLS 1.3 (RFC 8446), each side with a key pair of its own. Without certificates of the user, TLS
 * accepts any certificate; with them, those of the user's authorities. Who the other side is, the join handshake proves in both cases, whose
 * proofs cover the certificates of both sides: a third party between them has no certificate that both have seen, and without the secret
 * cannot make the proofs that fit its own.
 */
final class Tls {
    private static final String VERSION = "TLSv1.3";

    private final SslContext joining;
    private final SslContext admitting;

    private final X509Certificate own;

    /**
     * Reads the user's certificate, or makes a key pair, which takes some tens of milliseconds.
     *
     * @param files of the user's certificate; null if the rank makes its own
     * @throws jdsm.comm.CommException with reason JOIN if a file cannot be used
     */
    static Tls of(CertificateFiles files) {
        if (files == null) {
            RankCertificate made = RankCertificate.create();
            return new Tls(new OwnKey(made.key(), made.certificate()), anybody());
        }
        OwnCertificate given = files.read();
        boolean byJdk = NettyRuntime.tls() == SslProvider.JDK;
        return new Tls(
                new OwnKey(given.key(), given.chain().toArray(X509Certificate[]::new)),
                byJdk ? given.trust() : new ToldRefusals(given.trust()));
    }

    private Tls(OwnKey key, TrustManager trust) {
        own = key.chain[0];
        try {
            joining = SslContextBuilder.forClient()
                    .sslProvider(NettyRuntime.tls())
                    .protocols(VERSION)
                    .keyManager(key)
                    .trustManager(trust)
                    .endpointIdentificationAlgorithm(null)
                    .build();
            admitting = SslContextBuilder.forServer(key)
                    .sslProvider(NettyRuntime.tls())
                    .protocols(VERSION)
                    .trustManager(trust)
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java does not encrypt by " + VERSION, e);
        }
    }

    /** The name in this rank's certificate, and that of its authority, for messages. */
    String ownName() {
        return OwnCertificate.namesOf(own);
    }

    /** Why this side refused the certificate of the other one, if that is why a handshake failed. */
    static Optional<String> refusal(Throwable failed) {
        for (Throwable e = failed; e != null; e = e.getCause()) {
            if (e instanceof CertificateException) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    /** What the other side said when it ended TLS, if that is why a connection failed: an alert of RFC 8446, section 6.2. */
    static Optional<String> alert(Throwable failed) {
        for (Throwable e = failed; e != null; e = e.getCause()) {
            if (e instanceof SSLException
                    && String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("alert")) {
                return Optional.of(e.getMessage());
            }
        }
        return Optional.empty();
    }

    /** What accepts each certificate. */
    static TrustManager anybody() {
        return new Anybody();
    }

    /** The handler for the encryption of a connection. Its handshake has no time limit: joining has one. */
    SslHandler handler(Channel channel, boolean joins) {
        SslHandler handler = (joins ? joining : admitting).newHandler(channel.alloc());
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    /** Bytes that stand for a connection after the handshake of TLS, see {@link Handshake#channel}. */
    static byte[] channel(SslHandler handler, boolean joins) {
        SSLSession session = handler.engine().getSession();
        try {
            byte[] own = session.getLocalCertificates()[0].getEncoded();
            byte[] other = session.getPeerCertificates()[0].getEncoded();
            return joins ? Handshake.channel(own, other) : Handshake.channel(other, own);
        } catch (SSLPeerUnverifiedException | CertificateEncodingException e) {
            throw new IllegalStateException("a connection without certificates", e);
        }
    }

    /**
     * The key of this rank. A key store would encrypt it with a password that nobody needs, for most of the time that the start of
     * an encrypting rank takes.
     */
    private static final class OwnKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "own";

        private final PrivateKey key;
        private final X509Certificate[] chain;

        OwnKey(PrivateKey key, X509Certificate... chain) {
            this.key = key;
            this.chain = chain;
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return fitting(keyType);
        }

        @Override
        public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
            return fitting(keyType);
        }

        /** TLS asks for each kind of key in turn. */
        private String fitting(String keyType) {
            boolean fits =
                    key.getAlgorithm().equals("EC") ? keyType.startsWith("EC") : keyType.equals(key.getAlgorithm());
            return fits ? ALIAS : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return chain.clone();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }

    /** Accepts each certificate. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
