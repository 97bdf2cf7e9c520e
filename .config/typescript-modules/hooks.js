// Hooks of Node's module loader (https://nodejs.org/docs/latest-v20.x/api/module.html#customization-hooks). SWC compiles a module
// once: what it made of a source is kept in node_modules/.cache for the next process.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const configFile = fileURLToPath(new URL('../../.swcrc', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/swc', import.meta.url));
const compiler = version + readFileSync(configFile, 'utf8');

/** A relative `./x.js` of a source is `./x.ts` where that exists. */
export function resolve(specifier, context, next) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !context.parentURL?.endsWith('.ts'))
    return next(specifier, context);
  const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
  return existsSync(source) ? { url: source.href, shortCircuit: true } : next(specifier, context);
}

export function load(url, context, next) {
  if (!/^file:.*\.ts$/.test(url)) return next(url, context);
  return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
}

function compile(filename) {
  const text = readFileSync(filename, 'utf8');
  const key = createHash('sha256').update(compiler).update(filename).update(text).digest('hex');
  const compiled = join(cache, key);
  try {
    return readFileSync(compiled, 'utf8');
  } catch {
    const { code } = transformSync(text, { filename, configFile, swcrc: true, sourceMaps: 'inline' });
    keep(compiled, code);
    return code;
  }
}

/** Processes compile at the same time: each sees all of a file, or none. */
function keep(file, code) {
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // A folder that cannot be written only costs time.
  }
}
