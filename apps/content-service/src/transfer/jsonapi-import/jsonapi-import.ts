import type { ContentModel } from '@content-service/bundles';
import type { EntryStore } from '@content-service/entries';
import type { ProgressMonitor } from '@content-service/kernel';
import type { SiteImporter } from '../site-package/site-importer.js';
import { type BundleLabel, readBundleLabels } from './bundle-labels.js';
import { ContentLinks } from './content-links.js';
import { createTargetFinder, deriveModel, type SitePlan } from './derive-model.js';
import { Download, type DownloadOptions } from './download.js';
import type { DownloadFolder, DownloadState } from './download-folder.js';
import { EntryIds } from './entry-ids.js';
import { ImportNotes } from './import-notes.js';
import { createReport, type JsonApiImportReport } from './import-report.js';
import { ObservedSite } from './observe-fields.js';
import type { TypeHints } from './schema-hints.js';
import { createDefinitionRecords, SiteRecordWriter } from './site-records.js';
import type { SourceClient } from './source-client.js';
import type { SourceResource } from './source-documents.js';
import { readSchemas } from './source-schemas.js';
import { type TargetType, toTargetType, toTargetTypes } from './type-names.js';

/** What has been read of a source. */
export interface DownloadedSite {
  readonly state: DownloadState;
  readonly observed: ObservedSite;
  readonly schemas: ReadonlyMap<string, TypeHints>;
  readonly labels: ReadonlyMap<string, BundleLabel>;
  readonly targets: ReadonlyMap<string, TargetType>;
  readonly ids: EntryIds;
  readonly links: ContentLinks;
}

/** Entity types in an order with few references to later entries. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node'];

/**
 * Downloads the resources of a site, or the rest of them, and looks at their fields.
 *
 * @throws SourceUnavailable, OtherImport
 */
export async function downloadSite(
  client: SourceClient,
  folder: DownloadFolder,
  options: DownloadOptions,
  monitor: ProgressMonitor,
): Promise<DownloadedSite> {
  const state = await new Download(client, folder, options).run(monitor);
  const observed = new ObservedSite();
  const { origin } = new URL(state.source);
  const [ids, links] = [new EntryIds(origin), new ContentLinks(origin)];
  for await (const resource of readResources(state, folder)) {
    observed.add(resource);
    ids.add(resource);
    links.collect(resource);
  }
  if (links.hasLinks)
    for await (const resource of readResources(state, folder))
      links.addTarget(resource, ids.get(resource.type, resource.id));
  const schemas = await readSchemas(client, state);
  const labels = await readBundleLabels(client, state);
  const names = [...(state.types ?? []), ...observed.types.keys(), ...schemas.keys()];
  return { state, observed, schemas, labels, targets: toTargetTypes(names), ids, links };
}

async function* readResources(
  { collections }: DownloadState,
  folder: DownloadFolder,
): AsyncGenerator<SourceResource> {
  for (const [index, collection] of collections.entries()) yield* folder.readResources(index, collection);
}

/** The report of what an import into an empty service would do. */
export function tryImport({ state, ...described }: DownloadedSite, model: ContentModel): JsonApiImportReport {
  return createReport(state, deriveModel(described, model), new ImportNotes());
}

/** The service that takes over a site. */
interface ImportTarget {
  readonly importer: SiteImporter;
  readonly entries: Pick<EntryStore, 'findStatuses'>;
  /** Its present content model. */
  readonly model: ContentModel;
}

/** Imports downloaded resources. It can be repeated: entries that are stored already stay as they are. */
export async function importSite(
  { state, ...described }: DownloadedSite,
  folder: DownloadFolder,
  { importer, entries, model }: ImportTarget,
  monitor: ProgressMonitor,
): Promise<JsonApiImportReport> {
  const plan = deriveModel(described, model);
  const notes = new ImportNotes();
  const { ids, links, targets } = described;
  const findTarget = createTargetFinder(plan, targets, model);
  await ids.avoidStored(entries, findTarget);
  const writer = new SiteRecordWriter(
    { origin: new URL(state.source).origin, ids, links, findTarget },
    plan,
    notes,
  );
  const total = state.collections.reduce((sum, { resources }) => sum + resources, plan.size + 1);
  const stored = await importer.import(
    readLines(state, folder, plan, writer),
    (done) => void monitor.report({ phase: 'import', done, total }),
    // Documents of the source are valid there, even where they lack a value that was required later.
    { allowMissing: true, leaveOutRefused: true },
  );
  return createReport(state, plan, notes, stored);
}

async function* readLines(
  { collections }: DownloadState,
  folder: DownloadFolder,
  plan: SitePlan,
  writer: SiteRecordWriter,
): AsyncGenerator<string> {
  for (const record of createDefinitionRecords(plan)) yield JSON.stringify(record);
  const sorted = collections
    .map((collection, index) => ({ collection, index, rank: getRank(collection.name) }))
    .sort((one, other) => one.rank - other.rank);
  for (const { collection, index } of sorted)
    for await (const resource of folder.readResources(index, collection)) {
      const record = writer.write(resource);
      if (record !== undefined) yield JSON.stringify(record);
    }
}

function getRank(name: string): number {
  return ORDER.indexOf(toTargetType(name).entityType.name);
}
