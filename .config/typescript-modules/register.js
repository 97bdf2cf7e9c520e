// `node --import`: modules in TypeScript, decorators and their metadata included.
import { register } from 'node:module';

register('./hooks.js', import.meta.url);
