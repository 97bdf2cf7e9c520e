#!/usr/bin/env node
// npm links this file when it installs, before anything is built.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv, TextDecoder } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import './build-checkout.js';

// The heap of a service may grow by this much until the next full garbage collection. By default it can be several times of what
// is in use: 360 MB instead of 190 MB while entries are written, for no less processor time. An import would take a third longer.
if (['serve', 'work'].includes(process.argv[2])) setFlagsFromString('--heap-growing-percent=30');

if (existsSync('.env')) loadVariables();
const ADAPTERS = ['STORAGE_ADAPTER', 'EVENT_SINK_ADAPTER', 'FILE_STORE_ADAPTER'];
// An adapter shares the packages of the service, which are inseparable in the bundle.
if (ADAPTERS.some((name) => (process.env[name] ?? '') !== '')) await import('../dist/start/cli/main.js');
else await import('../dist/bundle/cli.js');

function loadVariables() {
  try {
    const bytes = readFileSync('.env');
    // Programs on Windows write UTF-16, whose zeros no variable has.
    const text = new TextDecoder(bytes.includes(0) ? 'utf-16le' : 'utf-8').decode(bytes);
    for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  } catch (error) {
    process.stderr.write(`content-service: .env cannot be read: ${error.message}\n`);
    process.exit(1);
  }
}
