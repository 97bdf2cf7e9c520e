import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandResult } from '../cli/workplace.js';
import type { Workshop } from '../restore/backup-site.js';
import type { DrupalSource, Resource } from './drupal-source.js';

/** A line of a site package. */
interface Line {
  readonly kind: string;
  readonly resource?: Resource;
}

interface Note {
  readonly message: string;
  readonly count: number;
}

interface FileCount {
  readonly files: number;
  readonly bytes: number;
}

/** What `import-jsonapi --json` prints. */
export interface Report {
  readonly types: readonly {
    readonly type: string;
    readonly read: number;
    readonly fields: readonly { readonly source: string; readonly type: string }[];
    readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  }[];
  readonly configuration: readonly string[];
  readonly menus: readonly { readonly name: string; readonly links: number }[];
  readonly problems: readonly Note[];
  readonly notes: readonly Note[];
  readonly files: {
    readonly described: FileCount;
    readonly fetched?: FileCount;
    readonly present?: FileCount;
    readonly rewritten?: number;
    readonly missing: number;
    readonly missingFiles: readonly { readonly file: string; readonly reason: string }[];
    readonly unknownAddresses: readonly object[];
  };
  readonly stored: object;
}

/** A service that takes over a source. */
export class MigratedSite {
  /** The folder of downloads. */
  readonly folder: string;
  /** The folder with the contents of files. */
  readonly files: string;

  constructor(
    private readonly workshop: Workshop,
    readonly database: string,
    private readonly source: Pick<DrupalSource, 'url'>,
  ) {
    this.folder = workshop.path(`import-${randomUUID()}`);
    this.files = workshop.path(`files-${randomUUID()}`);
  }

  run(...options: readonly string[]): Promise<CommandResult> {
    const command = ['import-jsonapi', this.source.url, '--folder', this.folder] as const;
    return this.workshop.runWith(this.variables, this.database, ...command, ...options);
  }

  /** The variables of the service. */
  get variables(): Readonly<Record<string, string>> {
    return {
      FILE_STORE: `disk:${this.files}`,
      BASE_URL: 'https://cms.example',
      UPLOAD_LIMIT_BYTES: '100000',
    };
  }

  /** The bytes of a file; `undefined` when they are not here. */
  async readStored(id: string): Promise<Buffer | undefined> {
    return readFile(join(this.files, 'files', id.slice(-2), id)).catch(() => undefined);
  }

  /** The report of an import. @throws Error with the messages of one that ends before its report */
  async takeOver(...options: readonly string[]): Promise<Report> {
    const { output, errors } = await this.run('--json', ...options);
    if (errors !== '') throw new Error(errors);
    return JSON.parse(output) as Report;
  }

  async exportLines(): Promise<readonly Line[]> {
    const { output } = await this.workshop.run(this.database, 'export');
    return output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  }

  /** The resources of all entries as they are exported, by their ids. */
  async exportResources(): Promise<ReadonlyMap<string, Resource>> {
    const lines = await this.exportLines();
    return new Map(
      lines.flatMap(({ resource }) => (resource === undefined ? [] : [[resource.id, resource]])),
    );
  }

  /** The resource of an entry as it is exported. */
  async exported(id: string): Promise<Resource | undefined> {
    return (await this.exportResources()).get(id);
  }
}

/** The types of the fields of a resource type, by their names at the source. */
export function fieldTypes({ types }: Report, name: string): Record<string, string> {
  const { fields = [] } = types.find(({ type }) => type === name) ?? {};
  return Object.fromEntries(fields.map(({ source, type }) => [source, type]));
}

export function messages(notes: readonly Note[]): readonly string[] {
  return notes.map(({ message }) => message);
}
