import { type ContentModel, FILE_TYPE } from '@content-service/bundles';
import type { EntryStore } from '@content-service/entries';
import type { ProgressMonitor } from '@content-service/kernel';
import type { SiteImporter } from '../site-package/site-importer.js';
import { type BundleLabel, readBundleLabels } from './bundle-labels.js';
import { ContentLinks } from './content-links.js';
import { createTargetFinder, deriveModel } from './derive-model.js';
import { Download, type DownloadOptions } from './download.js';
import type { DownloadFolder, DownloadState } from './download-folder.js';
import { EntryIds } from './entry-ids.js';
import { FileAddresses } from './file-addresses.js';
import { FileLog } from './file-report.js';
import { FileSurvey } from './file-survey.js';
import { NoteCounter } from './note-counter.js';
import { createReport, type JsonApiImportReport } from './import-report.js';
import { ObservedSite } from './observe-fields.js';
import { describeMenus, MenuSurvey } from './menu-survey.js';
import type { TypeHints } from './schema-hints.js';
import { createDefinitionLines, PackageLineWriter } from './package-lines.js';
import type { ConversionSite } from './resource-values.js';
import type { SourceClient } from './source-client.js';
import type { SourceResource } from './source-documents.js';
import { type FileTransfer, SourceFileImport, type TakenFile } from './source-file-import.js';
import { readSchemas } from './source-schemas.js';
import { type TargetType, toTargetType, toTargetTypes } from './type-names.js';

/** A source that has been read. */
export interface DownloadedSite {
  readonly state: DownloadState;
  readonly observed: ObservedSite;
  readonly schemas: ReadonlyMap<string, TypeHints>;
  readonly labels: ReadonlyMap<string, BundleLabel>;
  readonly targets: ReadonlyMap<string, TargetType>;
  readonly ids: EntryIds;
  readonly links: ContentLinks;
  readonly addresses: FileAddresses;
  readonly files: FileSurvey;
  readonly menus: MenuSurvey;
}

/** Entity types in an order with few references to later entries. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node', 'redirect', 'menu_link_content'];

/**
 * Downloads the resources of a site, or the rest of them, and looks at their fields.
 *
 * @param options with origins that files lie at, besides that of the site
 * @throws SourceUnavailable, OtherImport
 */
export async function downloadSite(
  client: SourceClient,
  folder: DownloadFolder,
  options: DownloadOptions & { readonly fileOrigins: readonly string[] },
  monitor: ProgressMonitor,
): Promise<DownloadedSite> {
  const state = await new Download(client, folder, options).run(monitor);
  const observed = new ObservedSite();
  const { origin } = new URL(state.source);
  const [ids, links] = [new EntryIds(origin), new ContentLinks(origin)];
  const [files, menus] = [new FileSurvey(), new MenuSurvey()];
  const addresses = new FileAddresses(origin, options.fileOrigins);
  for await (const resource of readResources(state, folder)) {
    observed.add(resource);
    ids.add(resource);
    links.collect(resource);
    addresses.collect(resource);
    files.add(resource);
    menus.add(resource);
  }
  if (links.hasLinks)
    for await (const resource of readResources(state, folder))
      links.addTarget(resource, ids.get(resource.type, resource.id));
  const schemas = await readSchemas(client, state);
  const labels = await readBundleLabels(client, state);
  const names = [...(state.types ?? []), ...observed.types.keys(), ...schemas.keys()];
  const targets = toTargetTypes(names);
  return { state, observed, schemas, labels, targets, ids, links, addresses, files, menus };
}

async function* readResources(
  { collections }: DownloadState,
  folder: DownloadFolder,
): AsyncGenerator<SourceResource> {
  for (const [index, collection] of collections.entries()) yield* folder.readResources(index, collection);
}

/** The report of what an import into an empty service would do. */
export function tryImport({ state, ...described }: DownloadedSite, model: ContentModel): JsonApiImportReport {
  const files = new FileLog(described.files.count).toReport(false);
  return createReport(state, deriveModel(described, model), new NoteCounter(), files, described.menus);
}

/** The service that takes over a site. */
interface ImportTarget {
  readonly importer: SiteImporter;
  readonly entries: Pick<EntryStore, 'findStatuses' | 'getMany'>;
  /** Its present content model. */
  readonly model: ContentModel;
  /** Absent: the content of files stays at the source. */
  readonly transfer: FileTransfer | undefined;
  /** The address of the service, which begins what was an absolute address of a file. */
  readonly baseUrl: string;
}

/** Imports downloaded resources. It can be repeated: entries that are stored already stay as they are. */
export async function importSite(
  { state, ...described }: DownloadedSite,
  folder: DownloadFolder,
  { importer, entries, model, transfer, baseUrl }: ImportTarget,
  monitor: ProgressMonitor,
): Promise<JsonApiImportReport> {
  const plan = deriveModel(described, model);
  const notes = new NoteCounter();
  const { ids, links, addresses, targets } = described;
  const findTarget = createTargetFinder(plan, targets, model);
  await ids.avoidStored(entries, findTarget);
  const log = new FileLog(described.files.count);
  const noteAddress: ConversionSite['noteAddress'] = (address, isKnown) => {
    if (isKnown) log.addRewritten();
    else if (transfer !== undefined) log.addUnknown(address);
  };
  const writer = new PackageLineWriter(
    { origin: new URL(state.source).origin, ids, links, addresses, noteAddress, findTarget },
    plan,
    notes,
  );
  const files = new SourceFileImport(
    { ids, addresses, repeated: described.files.repeated, baseUrl },
    entries,
    transfer,
    log,
  );
  const definitions = createDefinitionLines(plan, describeMenus(described.menus, described.labels));
  const total = state.collections.reduce((sum, { resources }) => sum + resources, definitions.length);
  const stored = await importer.import(
    readLines(state, folder, definitions, writer, files),
    (done) => void monitor.report({ phase: 'import', done, total }),
    // Documents of the source are valid there, even where they lack a value that was required later.
    { allowMissing: true, leaveOutRefused: true },
  );
  return createReport(state, plan, notes, log.toReport(transfer !== undefined), described.menus, stored);
}

async function* readLines(
  { collections }: DownloadState,
  folder: DownloadFolder,
  definitions: readonly object[],
  writer: PackageLineWriter,
  files: SourceFileImport,
): AsyncGenerator<string> {
  for (const line of definitions) yield JSON.stringify(line);
  const sorted = collections
    .map((collection, index) => ({ collection, index, rank: getRank(collection.name) }))
    .sort((one, other) => one.rank - other.rank);
  for (const { collection, index } of sorted) {
    const resources = folder.readResources(index, collection);
    const taken = toTargetType(collection.name).name === FILE_TYPE ? files.take(resources) : wrap(resources);
    for await (const { resource, stored } of taken) {
      const line = writer.write(resource, stored);
      if (line !== undefined) yield JSON.stringify(line);
    }
  }
}

async function* wrap(resources: AsyncIterable<SourceResource>): AsyncGenerator<TakenFile> {
  for await (const resource of resources) yield { resource };
}

function getRank(name: string): number {
  return ORDER.indexOf(toTargetType(name).entityType.name);
}
