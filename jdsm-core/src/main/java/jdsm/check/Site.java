package jdsm.check;

/**
 * An instruction of the program that accesses a shared field or element.
 *
 * @param type the class, with dots
 * @param method its method
 * @param file the source file, or empty
 * @param line the line, or 0
 * @param field the field as {@code Class.name}; empty for an element of an array
 */
record Site(String type, String method, String file, int line, String field) {
    /** The instruction in the notation of a stack trace. */
    @Override
    public String toString() {
        String where = file.isEmpty() ? "unknown source" : line > 0 ? file + ":" + line : file;
        return type + "." + method + "(" + where + ")";
    }
}
