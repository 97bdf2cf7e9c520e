import { DomainError, type ProgressMonitor } from '@content-service/kernel';
import type { DownloadedCollection, DownloadFolder, DownloadState } from './download-folder.js';
import { type Selection, selectCollections } from './select-collections.js';
import type { SourceClient } from './source-client.js';
import { parsePage, type SourcePage, type SourceResource } from './source-documents.js';
import { SourceFault, SourceRefusal, SourceUnavailable } from './source.errors.js';
import { readStartDocument } from './start-document.js';

const OMITTED_EXAMPLES = 5;
const COLLECTIONS_MAXIMUM = 1000;

export interface DownloadOptions {
  /** The address of the start document or the site. */
  readonly address: URL;
  readonly selection: Selection;
  /** Resources of a page; sources may send fewer. */
  readonly pageSize: number;
  /** Pages of one collection: further ones are not read, so that links without end do. */
  readonly pagesMaximum: number;
}

/** The folder belongs to an import with another source or selection. */
class OtherImport extends DomainError {
  constructor(folder: string, { source }: DownloadState) {
    super(
      'other_import',
      `The folder '${folder}' belongs to an import of ${source} with another address or other resource types. ` +
        'Choose another --folder, or remove it.',
    );
  }
}

/** Reads the selected collections of a site into a folder, page by page, and continues where an earlier attempt ended. */
export class Download {
  constructor(
    private readonly client: SourceClient,
    private readonly folder: DownloadFolder,
    private readonly options: DownloadOptions,
  ) {}

  /**
   * Reads what is not read yet. A fault of one collection ends this collection; it is part of the result.
   *
   * @throws SourceUnavailable, OtherImport, and whatever the monitor throws
   */
  async run(monitor: ProgressMonitor): Promise<DownloadState> {
    let state = (await this.continueState()) ?? (await this.startState());
    for (const [index, collection] of state.collections.entries()) {
      for await (const progressed of this.readPages(index, collection)) {
        state = { ...state, collections: state.collections.with(index, progressed) };
        await this.folder.writeState(state);
        await monitor.report(summarize(state));
      }
    }
    return state;
  }

  private async continueState(): Promise<DownloadState | undefined> {
    const { address, selection } = this.options;
    const state = await this.folder.readState();
    if (state === undefined) return undefined;
    const isSame =
      new URL(state.source).origin === address.origin &&
      (address.pathname === '/' || state.source === address.href) &&
      JSON.stringify(state.selection) === JSON.stringify(selection);
    if (!isSame) throw new OtherImport(this.folder.path, state);
    return state;
  }

  private async startState(): Promise<DownloadState> {
    const { address, selection } = this.options;
    const { url, collections, refused } = await readStartDocument(this.client, address);
    const { selected, configuration } = selectCollections(collections, selection);
    if (selected.length > COLLECTIONS_MAXIMUM)
      throw new SourceUnavailable(
        `${url} has ${selected.length} collections; an import reads ${COLLECTIONS_MAXIMUM}. Select some with --include.`,
      );
    const state: DownloadState = {
      source: url,
      ...{ selection, configuration, refused },
      types: collections.filter((collection) => !configuration.includes(collection)).map(({ name }) => name),
      collections: selected.map(({ name, url }) => ({
        ...{ name, url, next: this.withPageSize(url) },
        ...{ pages: 0, resources: 0, bytes: 0, omitted: 0, omittedExamples: [] },
      })),
    };
    await this.folder.writeState(state);
    return state;
  }

  /** Yields the checkpoint behind every page. */
  private async *readPages(
    index: number,
    collection: DownloadedCollection,
  ): AsyncGenerator<DownloadedCollection> {
    if (collection.next === undefined) return;
    const file = await this.folder.openCollection(index, collection.bytes);
    const visited = new Set<string>();
    try {
      for (let current = collection; current.next !== undefined;) {
        try {
          const url = new URL(current.next);
          const page = await this.readPage(url, current);
          const end = this.findNext(page, url, visited, current.pages + 1);
          const lines = serialize(page.resources, url);
          await file.appendFile(lines);
          await file.datasync();
          current = { ...advance(current, page, Buffer.byteLength(lines)), ...end };
        } catch (error) {
          if (!(error instanceof SourceFault)) throw error;
          current = { ...current, next: undefined, fault: error.message };
        }
        yield current;
      }
    } finally {
      await file.close();
    }
  }

  /** Sources that do not know `page[limit]` answer 400; their first page is read without it. */
  private async readPage(url: URL, { pages, url: collectionUrl }: DownloadedCollection): Promise<SourcePage> {
    try {
      return parsePage(await this.client.get(url), url);
    } catch (error) {
      if (pages > 0 || !(error instanceof SourceRefusal) || error.status !== 400) throw error;
      const plain = new URL(collectionUrl);
      return parsePage(await this.client.get(plain), plain);
    }
  }

  /** The address of the next page; a fault instead when it must not be read. */
  private findNext(
    { next }: SourcePage,
    url: URL,
    visited: Set<string>,
    pages: number,
  ): Pick<DownloadedCollection, 'next' | 'fault'> {
    visited.add(url.href);
    if (next === undefined) return { next };
    const { pagesMaximum } = this.options;
    try {
      const { href } = this.client.resolve(next, url);
      if (visited.has(href)) throw new SourceFault(`${url.href} leads back to ${href}.`);
      if (pages < pagesMaximum) return { next: href };
      throw new SourceFault(`${url.href} is page ${pages}, the last one that --max-pages allows.`);
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      return { next: undefined, fault: error.message };
    }
  }

  private withPageSize(address: string): string {
    const url = new URL(address);
    url.searchParams.set('page[limit]', String(this.options.pageSize));
    return url.href;
  }
}

/** @throws SourceFault for values that nest too deep to be written */
function serialize(resources: readonly SourceResource[], url: URL): string {
  try {
    return resources.map((resource) => `${JSON.stringify(resource)}\n`).join('');
  } catch (cause) {
    throw new SourceFault(`${url.href} has values that cannot be stored (${String(cause)}).`);
  }
}

function advance(
  before: DownloadedCollection,
  { resources, omitted, count }: SourcePage,
  bytes: number,
): DownloadedCollection {
  return {
    ...before,
    pages: before.pages + 1,
    resources: before.resources + resources.length,
    bytes: before.bytes + bytes,
    omitted: before.omitted + omitted.length,
    omittedExamples: [...before.omittedExamples, ...omitted].slice(0, OMITTED_EXAMPLES),
    count: count ?? before.count,
  };
}

/** The number of resources; sources without counts give a total that grows. */
function summarize({ collections }: DownloadState): { phase: string; done: number; total: number } {
  const done = collections.reduce((sum, { resources }) => sum + resources, 0);
  const total = collections.reduce((sum, { resources, count = 0 }) => sum + Math.max(resources, count), 0);
  return { phase: 'download', done, total };
}
