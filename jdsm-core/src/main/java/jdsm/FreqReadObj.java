package jdsm;

/**
 * Marks a class whose objects are often read and seldom written, such as the nodes of a search tree. Under
 * {@code --fetch-order freqread} copies of these objects, and of arrays of them, come along with a reply about another
 * object, and no others do. The other orders ignore the mark. A class with {@link Heavy} fields needs none.
 */
public interface FreqReadObj {}
