package jdsm.agent.analysis;

/**
 * A refusal of a program: code or a field that JDSM cannot keep coherent.
 *
 * @param member the class and its field or method, or a path of fields
 * @param source the source file, or null
 * @param line the line, or 0
 * @param reason the fault and a remedy, in one line
 */
public record Refusal(String member, String source, int line, String reason) {
    /** The refusal in one line: member, place and reason. */
    @Override
    public String toString() {
        String place = source == null ? "" : line == 0 ? " (" + source + ")" : " (" + source + ":" + line + ")";
        return member + place + ": " + reason;
    }
}
