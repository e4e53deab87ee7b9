package jdsm.comm.tcp;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import jdsm.comm.bootstrap.Handshake;

/**
 * The encryption of a rank's connections: TLS 1.3 (RFC 8446), each side with a key pair of its own. TLS
 * accepts any certificate here. Who the other side is, the join handshake proves, whose proofs cover the certificates of both sides: a
 * third party between them has no certificate that both have seen, and without the secret cannot make the proofs that fit its own.
 */
final class Tls {
    private static final String VERSION = "TLSv1.3";

    private final SslContext joining;
    private final SslContext admitting;

    /** Makes a key pair, which takes some tens of milliseconds. */
    Tls() {
        KeyManager own = new OwnKey(RankCertificate.create());
        try {
            joining = SslContextBuilder.forClient()
                    .sslProvider(NettyRuntime.tls())
                    .protocols(VERSION)
                    .keyManager(own)
                    .trustManager(anybody())
                    .endpointIdentificationAlgorithm(null)
                    .build();
            admitting = SslContextBuilder.forServer(own)
                    .sslProvider(NettyRuntime.tls())
                    .protocols(VERSION)
                    .trustManager(anybody())
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java does not encrypt by " + VERSION, e);
        }
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

        private final RankCertificate own;

        OwnKey(RankCertificate own) {
            this.own = own;
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
        private static String fitting(String keyType) {
            return keyType.startsWith("EC") ? ALIAS : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {own.certificate()};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return own.key();
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
