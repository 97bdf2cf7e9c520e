#!/usr/bin/env node
// npm links this file when it installs, before anything is built.
import { existsSync } from 'node:fs';
import './build-checkout.js';

if (existsSync('.env')) process.loadEnvFile('.env');
const { STORAGE_ADAPTER = '', EVENT_SINK_ADAPTER = '' } = process.env;
// An adapter shares the packages of the service, which are inseparable in the bundle.
if (STORAGE_ADAPTER !== '' || EVENT_SINK_ADAPTER !== '') await import('../dist/cli.js');
else await import('../dist/bundle/cli.js');
