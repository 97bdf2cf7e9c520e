import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import type { ImportReport, LineNote } from '../site-package/import-report.js';
import { SiteImporter } from '../site-package/site-importer.js';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

export function importCommand(terminal: Terminal): Command {
  return command('import', 'add a site package: bundles and entries')
    .argument('<file>', 'one JSON object a line; - reads standard input')
    .action(
      withServices(terminal, async (services, file: string) => {
        const report = await importFile(services.get(SiteImporter), file, terminal);
        return { text: reportText(report), json: report, failed: report.problems.length > 0 };
      }),
    );
}

async function importFile(
  importer: SiteImporter,
  file: string,
  { input: piped, errors }: Terminal,
): Promise<ImportReport> {
  if (file === '-') return importer.import(createInterface({ input: piped }));
  const bytes = statSync(file).size;
  const input = createReadStream(file);
  const bar = 'isTTY' in errors && errors.isTTY === true ? startBar(bytes, errors) : undefined;
  try {
    return await importer.import(createInterface({ input }), () => bar?.update(readOf(input, bytes)));
  } finally {
    bar?.stop();
  }
}

function startBar(total: number, stream: Writable): SingleBar {
  const format = 'import [{bar}] {percentage}% | {eta_formatted} left';
  const bar = new SingleBar({ stream, format, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}

function readOf(input: ReadStream, total: number): number {
  return Math.min(input.bytesRead, total);
}

function reportText(report: ImportReport): string {
  const { lines, bundles, inserted, updated, unchanged, problems, warnings } = report;
  return [
    ...problems.map((note) => noteText('refused', note)),
    ...warnings.map((note) => noteText('warning', note)),
    `${lines} lines: ${bundles} bundles changed; ${inserted} entries new, ${updated} changed, ${unchanged} as before; ` +
      `${problems.length} problems, ${warnings.length} warnings.`,
  ].join('\n');
}

function noteText(what: string, { line, message }: LineNote): string {
  return `line ${line} (${what}): ${message}`;
}
