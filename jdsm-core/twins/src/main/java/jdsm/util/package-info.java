/**
 * Twins of the JDK's classes: subclasses that keep all state in fields of their own, so that the agent weaves them
 * like a class of the application and ranks share their objects. Woven code makes a twin where the program makes an
 * object of the JDK's class. The part of a twin that it inherits stays unused. No class of JDSM uses a twin.
 */
package jdsm.util;
