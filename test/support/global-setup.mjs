// Plain ESM, self-contained: Jest loads this file with Node's own loader (no moduleNameMapper, no .js -> .ts).
import { findStraySuites } from '../../.config/places.js';

export default function setup(globalConfig) {
  const strays = findStraySuites(globalConfig.rootDir);
  if (strays.length > 0)
    throw new Error(`Suites without a place (see .config/places.js):\n  ${strays.join('\n  ')}`);
}
