import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { Command } from 'commander';
import type { ProgressMonitor } from '@content-service/kernel';
import { Config } from '../../platform/config/config.js';
import { formatBootstrapCredential, toBootstrapCredentialJson } from '../first-run/bootstrap-credential.js';
import { readTextLines } from '../../platform/encoded-text/encoded-text.js';
import { DemoContent } from '../first-run/demo-content.js';
import { SiteBootstrap } from '../first-run/site-bootstrap.js';
import type { ImportReport, LineNote } from '../../transfer/site-package/import-report.js';
import { SiteExporter } from '../../transfer/site-package/site-exporter.js';
import { SiteImporter } from '../../transfer/site-package/site-importer.js';
import { command, openServices, withAppContext } from './command.js';
import { startProgressBar, withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';
import { writeLines } from './write-lines.js';

export function importCommand(terminal: Terminal): Command {
  return command('import', 'import a site package: bundles and entries')
    .argument('<file>', 'one JSON object per line; - reads standard input')
    .action(
      withAppContext(
        terminal,
        async (services, file: string) => {
          const report = await importFile(services.get(SiteImporter), file, terminal);
          return { text: formatReport(report), json: report, failed: report.problems.length > 0 };
        },
        { createsDatabase: true },
      ),
    );
}

async function importFile(
  importer: SiteImporter,
  file: string,
  { input: piped, errors }: Terminal,
): Promise<ImportReport> {
  if (file === '-') return importer.import(readTextLines(piped));
  const bytes = statSync(file).size;
  const input = createReadStream(file);
  const bar = startProgressBar('import', bytes, errors);
  try {
    return await importer.import(readTextLines(input), () => bar?.update(getBytesRead(input, bytes)));
  } finally {
    bar?.stop();
  }
}

function getBytesRead(input: ReadStream, total: number): number {
  return Math.min(input.bytesRead, total);
}

function formatReport(report: ImportReport): string {
  const { lines, bundles, inserted, updated, unchanged, problems, warnings } = report;
  return [
    ...problems.map((note) => formatNote('refused', note)),
    ...warnings.map((note) => formatNote('warning', note)),
    `${lines} lines: ${bundles} bundles changed; ${inserted} entries created, ${updated} changed, ${unchanged} unchanged; ` +
      `${problems.length} problems, ${warnings.length} warnings.`,
  ].join('\n');
}

function formatNote(what: string, { line, message }: LineNote): string {
  return `line ${line} (${what}): ${message}`;
}

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('write a site package: all bundles and entries, no accounts, clients or settings')
    .argument('[file]', 'default: standard output; a file is replaced when the package is complete')
    .action(async (file: string | undefined) => {
      const services = await openServices(terminal);
      try {
        const exporter = services.get(SiteExporter);
        await withProgressBar('export', terminal, async (monitor) => {
          const total = await exporter.countEntries();
          await writeLines(reportLines(exporter.lines(), total, monitor), file, 0o644, terminal);
        });
      } finally {
        await services.close();
      }
    });
}

/** Lines between two reports of the progress. */
const REPORT_EVERY = 25;

/** Adds line ends, and reports how many lines were read. */
async function* reportLines(
  lines: AsyncIterable<string>,
  total: number,
  monitor: ProgressMonitor,
): AsyncGenerator<string> {
  let done = 0;
  for await (const line of lines) {
    yield `${line}\n`;
    done += 1;
    if (done % REPORT_EVERY === 0) await monitor.report({ phase: 'entries', done, total });
  }
}

export function demoCommand(terminal: Terminal): Command {
  return command('demo', 'load the demo content and allow writing').action(
    withAppContext(
      terminal,
      async (services, { json = false }: { json?: boolean }) => {
        const { baseUrl } = services.get(Config);
        const credentials = {};
        try {
          for await (const credential of services.get(SiteBootstrap).run()) {
            Object.assign(credentials, toBootstrapCredentialJson(credential));
            if (!json) terminal.output.write(formatBootstrapCredential(credential, baseUrl));
          }
          const { report, text } = await services.get(DemoContent).load();
          return { text, json: Object.assign({}, report, credentials) };
        } catch (error) {
          // Generated credentials are not stored in clear text, so they are printed even when loading fails.
          if (json) terminal.output.write(`${JSON.stringify(credentials, null, 2)}\n`);
          throw error;
        }
      },
      { createsDatabase: true },
    ),
  );
}
