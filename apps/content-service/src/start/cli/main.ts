import { runCommandLine } from './run-command-line.js';
import { PROCESS_TERMINAL } from './terminal.js';

/** Time in which what a failed command has left open, such as connections, may end by itself. */
const END_MS = 1000;

const exitCode = await runCommandLine(process.argv.slice(2), PROCESS_TERMINAL);
process.exitCode = exitCode;
// A worker's channel to its supervisor, and what a package of others has left open, would keep the process for ever.
if (exitCode !== 0) setTimeout(() => process.exit(exitCode), END_MS).unref();
