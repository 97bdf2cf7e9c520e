export { runCommandLine } from './cli/run-command-line.js';
export type { Terminal } from './cli/terminal.js';
export { type Config, configFrom } from './config.js';
export { createApp } from './create-app.js';
