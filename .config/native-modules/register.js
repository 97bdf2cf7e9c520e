// `node --import`: TypeScript and '@jest/globals' in modules that Node loads.
import { register } from 'node:module';
import '../typescript-modules/register.js';

register('./hooks.js', import.meta.url);
