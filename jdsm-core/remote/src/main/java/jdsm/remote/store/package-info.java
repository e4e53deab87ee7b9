/** The memory of servers as the client sees it: slots of one page each, read and written over a connection. */
package jdsm.remote.store;
