// A module worker that owns the engine.

import { serve } from './server.js';

serve(/** @type {import('./types.js').Port} */ (/** @type {unknown} */ (self)));
