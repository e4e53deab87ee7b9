package jdsm.launcher.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lists of texts as bytes: the number of texts, then each text's length and bytes, for each list in turn. */
final class Texts {
    private Texts() {}

    static byte[] encode(List<List<String>> lists) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        try {
            for (List<String> list : lists) {
                data.writeInt(list.size());
                for (String text : list) {
                    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                    data.writeInt(utf8.length);
                    data.write(utf8);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array has no errors", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes lists of which the first has a certain number of texts.
     *
     * @throws IOException if the bytes are not so many lists, or the first is of another length
     */
    static List<List<String>> decode(byte[] bytes, int lists, int values) throws IOException {
        List<List<String>> all = decode(bytes, lists);
        if (all.get(0).size() != values) {
            throw new IOException(all.get(0).size() + " values instead of " + values);
        }
        return all;
    }

    /** @throws IOException if the text is no number of 32 bits */
    static int count(String text) throws IOException {
        long number = number(text);
        if (number != (int) number) {
            throw new IOException("no number of 32 bits: " + text);
        }
        return (int) number;
    }

    /** @throws IOException if the text is no number */
    static long number(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException("no number: " + e.getMessage(), e);
        }
    }

    /** @throws IOException if the bytes are not so many lists */
    static List<List<String>> decode(byte[] bytes, int lists) throws IOException {
        DataInputStream data = new DataInputStream(new ByteArrayInputStream(bytes));
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < lists; i++) {
            int size = data.readInt();
            List<String> list = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                int length = data.readInt();
                if (length < 0 || length > data.available()) {
                    throw new IOException("a text of " + length + " bytes");
                }
                list.add(new String(data.readNBytes(length), StandardCharsets.UTF_8));
            }
            all.add(list);
        }
        return all;
    }
}
