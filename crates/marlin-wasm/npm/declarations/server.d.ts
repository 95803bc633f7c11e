/**
 * Serves the client at the other end of a port.
 *
 * @param {Port} port
 */
export function serve(port: Port): void;
/**
 * @import { FromClient, FromServer, Port, Progress } from './types.js'
 */
/** The nodes of a slice: a worker reads messages some ten times a second. */
export const SLICE_NODES: 200000;
import type { Port } from './types.js';
