#!/usr/bin/env node
// npm links this file when it installs, before anything is built.
import './build-checkout.js';

await import('../dist/cli.js');
