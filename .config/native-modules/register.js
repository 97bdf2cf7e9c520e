// `node --import`: TypeScript and '@jest/globals' in modules that Node loads.
import { register } from 'node:module';

process.env.TS_NODE_PROJECT ??= 'tsconfig.json';
await import('@swc-node/register/esm-register');
register('./hooks.js', import.meta.url);
