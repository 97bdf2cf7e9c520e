// Plain ESM, self-contained: Jest loads this file with Node's own loader (no moduleNameMapper, no .js -> .ts).
import { strayTests } from '../../.config/specs.js';

export default function setup(globalConfig) {
  const strays = strayTests(globalConfig.rootDir);
  if (strays.length > 0)
    throw new Error(`Tests that no Jest project runs (see .config/specs.js):\n  ${strays.join('\n  ')}`);
}
