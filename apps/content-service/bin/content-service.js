#!/usr/bin/env node
// npm links this file when it installs, before anything is built.
import { existsSync } from 'node:fs';
import './build-checkout.js';

if (existsSync('.env')) loadVariables();
const { STORAGE_ADAPTER = '', EVENT_SINK_ADAPTER = '' } = process.env;
// An adapter shares the packages of the service, which are inseparable in the bundle.
if (STORAGE_ADAPTER !== '' || EVENT_SINK_ADAPTER !== '') await import('../dist/cli.js');
else await import('../dist/bundle/cli.js');

function loadVariables() {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    process.stderr.write(`content-service: .env cannot be read: ${error.message}\n`);
    process.exit(1);
  }
}
