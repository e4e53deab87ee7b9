/** The shared-object pool: where a protocol meets threads and Comm. */
package jdsm.pool;
