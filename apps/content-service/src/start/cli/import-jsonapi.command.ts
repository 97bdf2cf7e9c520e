import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError } from 'commander';
import { ContentModel, ContentModelService } from '@content-service/bundles';
import { EntryStore } from '@content-service/entries';
import { FileIntake, FileStore } from '@content-service/files';
import { DomainError } from '@content-service/kernel';
import {
  ClientCredentials,
  DownloadFolder,
  downloadSite,
  FileClient,
  type FileTransfer,
  formatImportReport,
  importSite,
  type JsonApiImportReport,
  SOURCE_LIMITS,
  type SourceAccess,
  SourceClient,
  tryImport,
} from '@content-service/transfer/jsonapi-import';
import { SiteImporter } from '@content-service/transfer/site-package';
import { Config } from '../../platform/config/config.js';
import { makeFolder } from '../../platform/files/private-database-file.js';
import { ContentInspector } from '../../platform/images/content-inspector.js';
import { command, openServices, print, toWholeNumber } from './command.js';
import { withProgressBar } from './progress-bar.js';
import { readFirstLine, type Terminal } from './terminal.js';

interface Options {
  readonly header: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly tokenUrl?: URL;
  readonly scope?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly pageSize: number;
  readonly maxPages: number;
  readonly folder?: string;
  readonly withoutFiles?: true;
  readonly fileOrigin?: readonly string[];
  readonly dryRun?: true;
  readonly resume?: true;
}

type SiteDownload = Parameters<typeof downloadSite>[2];

const PAGE_SIZE = 50;
/** A million entries of one type with pages of 50. */
const PAGES_MAXIMUM = 20_000;
/** Reads a secret from standard input, which other users of the machine cannot see. */
const STANDARD_INPUT = '-';

export function importJsonApiCommand(terminal: Terminal): Command {
  return command('import-jsonapi', 'take over a Drupal site, or another one with JSON:API')
    .argument('<url>', 'the site, or its start document, such as https://example.com/jsonapi', toHttpUrl)
    .option(
      '--header <line>',
      'sent with every request, `Name: value`; may be given several times',
      toHeaders,
    )
    .option(
      '--token <text>',
      'bearer token; other users of this machine see it in the list of processes, so let `-` read it from standard input',
    )
    .option('--client-id <id>', 'OAuth client of the source, for the grant client_credentials')
    .option('--client-secret <text>', 'its secret; let `-` read it from standard input, as for --token')
    .option('--token-url <url>', 'token endpoint; default: /oauth/token of the site', toHttpUrl)
    .option('--scope <scopes>', 'scopes of the token, separated by spaces')
    .option(
      '--include <types>',
      'only these resource types, separated by commas; `node--*` is allowed',
      toTypes,
    )
    .option('--exclude <types>', 'leave out these resource types', toTypes)
    .option('--page-size <number>', 'resources of one page', toWholeNumber('number', 1), PAGE_SIZE)
    .option('--max-pages <number>', 'pages of one resource type', toWholeNumber('number', 1), PAGES_MAXIMUM)
    .option(
      '--folder <path>',
      'stores downloaded pages until they are imported; default: import-<host> in this folder',
    )
    .option('--without-files', 'leave the content of files at the source')
    .option(
      '--file-origin <url>',
      'fetch files from this origin, too, such as https://cdn.example.com, without credentials; may be given several times',
      toOrigins,
    )
    .option('--dry-run', 'read the site and show the model and the counts; change nothing')
    .option('--resume', 'continue an import that was interrupted')
    .action(async (address: URL, options: Options, self: Command) => {
      const access = await createAccess(address, options, terminal);
      const { include = [], exclude = [], pageSize, maxPages, fileOrigin: fileOrigins = [] } = options;
      const download = {
        ...{ address, selection: { include, exclude } },
        ...{ pageSize, pagesMaximum: maxPages, fileOrigins },
      };
      const report =
        options.dryRun === true
          ? await tryOut(new SourceClient(address.origin, access), download, terminal)
          : await takeOver(access, download, options, terminal);
      const failed = report.problems.length > 0;
      const text = formatImportReport(report, options.dryRun === true);
      print({ text, json: report, failed }, self, terminal);
    });
}

/** Reads the site into a temporary folder; the database is not opened. */
async function tryOut(
  client: SourceClient,
  options: SiteDownload,
  terminal: Terminal,
): Promise<JsonApiImportReport> {
  const folder = await DownloadFolder.open(await mkdtemp(join(tmpdir(), 'content-service-import-')), false);
  try {
    const site = await withProgressBar('download', terminal, (monitor) =>
      downloadSite(client, folder, options, monitor),
    );
    return tryImport(site, new ContentModel(0, []));
  } finally {
    await folder.remove();
  }
}

/** The folder stays when the import is interrupted or fails. */
async function takeOver(
  access: SourceAccess,
  download: SiteDownload,
  options: Pick<Options, 'folder' | 'resume' | 'withoutFiles'>,
  terminal: Terminal,
): Promise<JsonApiImportReport> {
  // Before the download, so that a wrong setting shows at once.
  const services = await openServices(terminal, { createsDatabase: true });
  const { origin, hostname } = download.address;
  const { folder: path = `import-${hostname}`, resume = false } = options;
  const { baseUrl } = services.get(Config, { strict: false });
  try {
    const transfer =
      options.withoutFiles === true
        ? undefined
        : await createTransfer(new FileClient(origin, download.fileOrigins, access), services);
    makeFolder(path);
    const folder = await DownloadFolder.open(path, resume);
    try {
      const site = await withProgressBar('download', terminal, (monitor) =>
        downloadSite(new SourceClient(origin, access), folder, download, monitor),
      );
      // Other processes may have changed the model during the download.
      const model = await services.get(ContentModelService, { strict: false }).refresh();
      const entries = services.get(EntryStore, { strict: false });
      const target = { importer: services.get(SiteImporter), entries, model, transfer, baseUrl };
      const report = await withProgressBar('import', terminal, (monitor) =>
        importSite(site, folder, target, monitor),
      );
      await folder.remove();
      return report;
    } finally {
      await folder.unlock();
    }
  } finally {
    await services.close();
  }
}

/** The deployment has no place for the files of the source. */
class FilesNotImportable extends DomainError {
  constructor(cause: DomainError) {
    super('files_not_importable', `${cause.message} --without-files imports everything else.`, { cause });
  }
}

/** @throws FilesNotImportable before anything is read, when files cannot be stored */
async function createTransfer(client: FileClient, services: INestApplicationContext): Promise<FileTransfer> {
  const store = services.get(FileStore, { strict: false });
  const { uploadLimitBytes } = services.get(Config, { strict: false });
  try {
    await store.check();
  } catch (error) {
    throw error instanceof DomainError ? new FilesNotImportable(error) : error;
  }
  return { client, store, intake: new FileIntake(store, new ContentInspector(), uploadLimitBytes) };
}

class InvalidImportOptions extends DomainError {
  constructor(message: string) {
    super('invalid_import_options', message);
  }
}

async function createAccess(
  { origin }: URL,
  { header, token, clientId, clientSecret, tokenUrl, scope }: Options,
  terminal: Terminal,
): Promise<SourceAccess> {
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new InvalidImportOptions('--client-id and --client-secret belong together.');
  if (token !== undefined && clientId !== undefined)
    throw new InvalidImportOptions('Give either --token or --client-id, not both.');
  if (token !== undefined) {
    const secret = await readSecret(token, '--token', terminal);
    return { headers: { ...header, authorization: `Bearer ${secret}` } };
  }
  if (clientId === undefined || clientSecret === undefined) return { headers: header };
  const credentials = new ClientCredentials(
    {
      tokenUrl: tokenUrl ?? new URL('/oauth/token', origin),
      clientId,
      clientSecret: await readSecret(clientSecret, '--client-secret', terminal),
      scope,
    },
    SOURCE_LIMITS,
  );
  return { headers: header, credentials };
}

async function readSecret(text: string, option: string, { input }: Terminal): Promise<string> {
  if (text !== STANDARD_INPUT) return text;
  const line = await readFirstLine(input);
  if (line === undefined || line === '')
    throw new InvalidImportOptions(`${option} - needs a line on standard input.`);
  return line;
}

function toHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('Must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Must not contain a password; use --header or --token.');
  url.hash = '';
  return url;
}

function toOrigins(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, toHttpUrl(text).origin];
}

/** RFC 9110 §5.1 and §5.5: a token, a colon, and text without line ends. */
const HEADER = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\xff]*)$/;

function toHeaders(line: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value = ''] = HEADER.exec(line) ?? [];
  if (name === undefined)
    throw new InvalidArgumentError('Must be a header such as `Authorization: Basic …`.');
  return { ...previous, [name.toLowerCase()]: value.trim() };
}

function toTypes(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...text.split(/[\s,]+/).filter((name) => name !== '')];
}
