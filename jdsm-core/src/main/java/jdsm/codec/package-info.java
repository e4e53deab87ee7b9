/** Object to bytes and back: primitive arrays by bulk copy, anything else by Kryo with a closed list of classes. */
package jdsm.codec;
