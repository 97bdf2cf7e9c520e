// `npm run dev`: the service from its sources, started again after every change, and the administration with hot reloading.
// Options go to the service; --inspect opens a port for a debugger.
import { spawn } from 'node:child_process';

const [inspect, options] = [[], []];
for (const option of process.argv.slice(2)) (option.startsWith('--inspect') ? inspect : options).push(option);

const service = [
  ...[
    '--watch',
    '--import',
    './.config/typescript-modules/register.js',
    '--conditions=@content-service/source',
  ],
  ...['--enable-source-maps', ...inspect, 'apps/content-service/src/start/cli/main.ts', 'serve', ...options],
];
const children = [
  spawn(process.execPath, service, { stdio: 'inherit' }),
  spawn('npm', ['run', '-s', 'dev', '-w', '@content-service/admin'], { stdio: 'inherit' }),
];
console.log('The administration with hot reloading: http://127.0.0.1:5173/admin/');

// Ctrl+C reaches all of them; one that ends by itself ends the other.
process.on('SIGINT', () => {});
for (const child of children)
  child.once('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode ||= code ?? 0;
  });
