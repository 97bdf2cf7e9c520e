import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { configFrom } from '../config.js';
import { createServices } from '../create-app.js';
import { SiteExporter } from '../site-package/site-exporter.js';
import type { Terminal } from './terminal.js';

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('write a site package: all bundles and entries, no accounts, clients or settings')
    .argument('[file]', 'standard output when absent')
    .action(async (file: string | undefined) => {
      const services = await createServices(configFrom(terminal.variables()));
      try {
        const lines = Readable.from(withLineEnds(services.get(SiteExporter).lines()));
        if (file === undefined)
          await pipeline(lines, terminal.output, { end: false }).catch(unlessReaderLeft);
        else await pipeline(lines, createWriteStream(file));
      } finally {
        await services.close();
      }
    });
}

/** Whoever reads has seen enough, such as `head`. */
function unlessReaderLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
