package jdsm.pool;

import jdsm.config.FetchOrder;

/**
 * The settings and knowledge of a rank about copies that come along with replies about other units.
 *
 * @param order the order in which this rank, as an owner, follows references
 * @param ahead the request ahead of this rank's workers
 * @param samples the copies that show whether workers use what comes along
 */
record Along(FetchOrder order, ReadAhead ahead, Samples samples) {}
