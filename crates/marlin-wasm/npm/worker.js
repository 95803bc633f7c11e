// A worker that owns the engine: a module worker of a browser, or a thread of Node.js.

import { portOfWorker } from './node.js';
import { serve } from './server.js';

serve('postMessage' in globalThis ? /** @type {import('./types.js').Port} */ (/** @type {unknown} */ (self)) : portOfWorker());
