import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { ProgressMonitor } from '@content-service/kernel';
import type { Terminal } from './terminal.js';

/** Shows a progress bar on a terminal. @returns `undefined` where the stream is a file or a pipe */
export function startProgressBar(name: string, total: number, stream: Writable): SingleBar | undefined {
  if (!('isTTY' in stream) || stream.isTTY !== true) return undefined;
  const format = `${name} [{bar}] {percentage}% | {eta_formatted} left`;
  const bar = new SingleBar({ stream, format, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}

/** Runs long work with a progress bar on the error stream of a terminal. */
export async function withProgressBar<Result>(
  name: string,
  { errors }: Pick<Terminal, 'errors'>,
  work: (monitor: ProgressMonitor) => Promise<Result>,
): Promise<Result> {
  let bar: SingleBar | undefined;
  const report: ProgressMonitor['report'] = ({ done, total = 0 }) => {
    bar ??= startProgressBar(name, total, errors);
    bar?.setTotal(Math.max(total, done));
    bar?.update(done);
    return Promise.resolve();
  };
  try {
    return await work({ report });
  } finally {
    bar?.stop();
  }
}
