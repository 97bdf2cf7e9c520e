import { fileURLToPath } from 'node:url';

const register = fileURLToPath(new URL('native-modules/register.js', import.meta.url));

/**
 * The arguments of Node that run Jest with the options, in the folder of the project. With --inspect or --inspect-brk the suites
 * run in the process that waits for the debugger.
 */
export function jestArguments(options) {
  const inspect = options.filter((option) => option.startsWith('--inspect'));
  return [
    ...inspect,
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    // For the suites whose modules Node loads: most of them, see jest.config.js.
    ...['--import', register, '--conditions=@content-service/source', '--enable-source-maps'],
    fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url)),
    ...['-c', '.config/jest.config.js'],
    ...(inspect.length > 0 ? ['--runInBand'] : []),
    ...options.filter((option) => !inspect.includes(option)),
  ];
}
