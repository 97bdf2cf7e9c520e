import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { Command } from 'commander';
import { FileStore } from '@content-service/files';
import { type ProgressMonitor, readTextLines } from '@content-service/kernel';
import {
  FileProblems,
  formatBytes,
  type ImportReport,
  type LineNote,
  SiteExporter,
  SiteImporter,
} from '@content-service/transfer/site-package';
import { Config } from '../../platform/config/config.js';
import { formatBootstrapCredential, toBootstrapCredentialJson } from '../first-run/bootstrap-credential.js';
import { DemoContent } from '../first-run/demo-content.js';
import { SiteBootstrap } from '../first-run/site-bootstrap.js';
import { command, CommandFailed, EXIT_FAILURE, openServices, withAppContext } from './command.js';
import { startProgressBar, withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';
import { writeLines } from './write-lines.js';

export function importCommand(terminal: Terminal): Command {
  return command('import', 'import a site package: bundles, entries and the bytes of files')
    .argument('<file>', 'one JSON object per line; - reads standard input')
    .action(
      withAppContext(
        terminal,
        async (services, file: string) => {
          const fileStore = services.get(FileStore, { strict: false });
          const report = await importFile(services.get(SiteImporter), fileStore, file, terminal);
          return { text: formatReport(report), json: report, failed: report.problems.length > 0 };
        },
        { createsDatabase: true },
      ),
    );
}

async function importFile(
  importer: SiteImporter,
  fileStore: FileStore,
  file: string,
  { input: piped, errors }: Terminal,
): Promise<ImportReport> {
  if (file === '-') return importer.import(readTextLines(piped), undefined, { fileStore });
  const bytes = statSync(file).size;
  const input = createReadStream(file);
  const bar = startProgressBar('import', bytes, errors);
  try {
    const onProgress = (): void => bar?.update(getBytesRead(input, bytes));
    return await importer.import(readTextLines(input), onProgress, { fileStore });
  } finally {
    bar?.stop();
  }
}

function getBytesRead(input: ReadStream, total: number): number {
  return Math.min(input.bytesRead, total);
}

function formatReport(report: ImportReport): string {
  const { lines, bundles, inserted, updated, unchanged, files, fileBytes, problems, warnings } = report;
  const stored = files === 0 ? '' : `${files} files with ${formatBytes(fileBytes)}; `;
  return [
    ...problems.map((note) => formatNote('refused', note)),
    ...warnings.map((note) => formatNote('warning', note)),
    `${lines} lines: ${bundles} bundles changed; ${inserted} entries created, ${updated} changed, ${unchanged} unchanged; ` +
      `${stored}${problems.length} problems, ${warnings.length} warnings.`,
  ].join('\n');
}

function formatNote(what: string, { line, message }: LineNote): string {
  return `line ${line} (${what}): ${message}`;
}

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description(
      'write a site package: all bundles and entries with the bytes of files, no accounts, clients or settings',
    )
    .argument('[file]', 'default: standard output; a file is replaced when the package is complete')
    .option('--without-files', 'leave the bytes of files out')
    .option('--drafts', 'include the working copies of published entries')
    .action(async (file: string | undefined, options: { withoutFiles?: boolean; drafts?: boolean }) => {
      const { withoutFiles = false, drafts = false } = options;
      const services = await openServices(terminal);
      try {
        const exporter = services.get(SiteExporter);
        const hasFiles = !withoutFiles && services.get(Config).fileStore !== undefined;
        const store = services.get(FileStore, { strict: false });
        const problems = new FileProblems();
        const files = hasFiles ? { store, problems } : undefined;
        await withProgressBar('export', terminal, async (monitor) => {
          const total = await exporter.countEntries();
          await writeLines(
            reportLines(exporter.lines({ files, drafts }), total, monitor),
            file,
            0o644,
            terminal,
          );
        });
        for (const problem of problems.sentences) terminal.errors.write(`problem: ${problem}\n`);
        if (problems.sentences.length > 0) throw new CommandFailed(EXIT_FAILURE);
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
