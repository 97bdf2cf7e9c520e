import { runCommandLine } from './cli/run-command-line.js';
import { PROCESS_TERMINAL } from './cli/terminal.js';

process.exitCode = await runCommandLine(process.argv.slice(2), PROCESS_TERMINAL);
