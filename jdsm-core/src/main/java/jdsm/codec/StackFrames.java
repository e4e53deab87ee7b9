package jdsm.codec;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/*
 * Encoded: the number of different texts, and these; the number of frames; for each frame the texts of its loader, module, module's
 * version, class, method and file, by their places from 1, 0 for none, and its line. All numbers have 32 bits.
 */

/** The frames of an exception as bytes. */
final class StackFrames {
    private static final int TEXTS = 6;
    private static final int FRAME_BYTES = (TEXTS + 1) * Integer.BYTES;

    private StackFrames() {}

    static void write(StackTraceElement[] frames, DataOutputStream out) throws IOException {
        Map<String, Integer> places = new LinkedHashMap<>();
        List<String[]> all = new ArrayList<>();
        for (StackTraceElement frame : frames) {
            String[] texts = textsOf(frame);
            for (String text : texts) {
                if (text != null) {
                    places.putIfAbsent(text, places.size() + 1);
                }
            }
            all.add(texts);
        }
        out.writeInt(places.size());
        for (String text : places.keySet()) {
            ValueCodec.writeText(text, out);
        }
        out.writeInt(frames.length);
        for (int i = 0; i < frames.length; i++) {
            for (String text : all.get(i)) {
                out.writeInt(text == null ? 0 : places.get(text));
            }
            out.writeInt(frames[i].getLineNumber());
        }
    }

    /** A frame that is made again prints its loader and version always, so these are left out where the frame did not. */
    private static String[] textsOf(StackTraceElement frame) {
        String shown = frame.toString();
        String loader = frame.getClassLoaderName();
        String version = frame.getModuleVersion();
        return new String[] {
            loader != null && shown.startsWith(loader + "/") ? loader : null,
            frame.getModuleName(),
            version != null && shown.contains(frame.getModuleName() + "@" + version + "/") ? version : null,
            frame.getClassName(),
            frame.getMethodName(),
            frame.getFileName()
        };
    }

    static StackTraceElement[] read(DataInputStream in) throws IOException {
        String[] texts = new String[1 + count(in, Integer.BYTES)];
        for (int i = 1; i < texts.length; i++) {
            texts[i] = ValueCodec.readText(in);
        }
        StackTraceElement[] frames = new StackTraceElement[count(in, FRAME_BYTES)];
        for (int i = 0; i < frames.length; i++) {
            String loader = text(texts, in);
            String module = text(texts, in);
            String version = text(texts, in);
            String type = text(texts, in);
            String method = text(texts, in);
            String file = text(texts, in);
            if (type == null || method == null) {
                throw new CodecException("a malformed exception: a frame without a method");
            }
            frames[i] = new StackTraceElement(loader, module, version, type, method, file, in.readInt());
        }
        return frames;
    }

    private static int count(DataInputStream in, int leastBytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / leastBytes) {
            throw new CodecException("a malformed exception: " + count + " texts or frames");
        }
        return count;
    }

    private static String text(String[] texts, DataInputStream in) throws IOException {
        int place = in.readInt();
        if (place < 0 || place >= texts.length) {
            throw new CodecException("a malformed exception: no text has place " + place);
        }
        return texts[place];
    }
}
