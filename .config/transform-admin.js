import swcJest from '@swc/jest';
import { fileURLToPath } from 'node:url';
import { expandMacros } from '../apps/admin/expand-macros.js';

const swc = swcJest.createTransformer({ configFile: fileURLToPath(new URL('../.swcrc', import.meta.url)) });

/** The Jest transformer of the administration: the macros of Lingui are expanded first. */
export default {
  ...swc,
  process: (code, path, options) => swc.process(expandMacros(code, path).code, path, options),
};
