import { AuditTrail } from '@content-service/audit';
import { BundleEditor, type ContentModelService, type TextFormatter } from '@content-service/bundles';
import { EntryEditor, EntryUsage, type MonotonicPositionGenerator } from '@content-service/entries';
import { type Clock, UuidV7Generator } from '@content-service/kernel';
import type { SiteSettingsService } from '@content-service/site-settings';
import type { Storage } from '@content-service/storage';
import { ImportedCopies } from './imported-copies.js';
import { SiteImporter } from './site-importer.js';

/** Marks what it has processed. */
export const FORMATTER: TextFormatter = { toHtml: (text, format) => `[${format ?? 'plain'}]${text}` };

export const HEADER = { kind: 'header', format: 'content-service/site@1' };
export const TAGS = {
  kind: 'bundle',
  entityType: 'taxonomy_term',
  bundle: 'tags',
  label: 'Tags',
  fields: [],
};
export const ARTICLES = {
  kind: 'bundle',
  entityType: 'node',
  bundle: 'article',
  label: 'Article',
  fields: [
    { name: 'body', type: 'text_long', label: 'Body' },
    {
      name: 'field_tags',
      type: 'entity_reference',
      label: 'Tags',
      cardinality: -1,
      settings: { targetTypes: ['taxonomy_term--tags'] },
    },
  ],
};

export const toUuid = (n: number): string => `0190b0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const toTagIdentifier = (n: number): { type: string; id: string } => ({
  type: 'taxonomy_term--tags',
  id: toUuid(n),
});
export const tag = (n: number, attributes: object = {}): object => ({
  kind: 'entry',
  published: true,
  resource: { type: 'taxonomy_term--tags', id: toUuid(n), attributes: { name: `Tag ${n}`, ...attributes } },
});
export const article = (n: number, attributes: object = {}, tags: readonly number[] = []): object => ({
  kind: 'entry',
  published: true,
  resource: {
    type: 'node--article',
    id: toUuid(n),
    attributes: { title: `Article ${n}`, ...attributes },
    relationships: { field_tags: { data: tags.map(toTagIdentifier) } },
  },
});

/** A redirect that is no longer followed, with a status code other than the initial one. */
export const disabledRedirect = (n: number): object => ({
  kind: 'entry',
  published: false,
  resource: {
    type: 'redirect--redirect',
    id: toUuid(n),
    attributes: {
      ...{ source: '/Old/Straße', target: { uri: 'internal:/new?page=2', title: null, options: [] } },
      ...{ status: false, status_code: 308, langcode: 'de', automatic: true },
      ...{ created: '2023-11-14T22:13:20+00:00', changed: '2023-11-16T00:00:00+00:00' },
    },
    relationships: {},
  },
});

export async function* serializeLines(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield JSON.stringify(line);
}

export function createEditor(
  { entries, entryRevisions }: Storage,
  positions: MonotonicPositionGenerator,
  clock: Clock,
): EntryEditor {
  return new EntryEditor(entries, entryRevisions, new UuidV7Generator(), positions, clock, FORMATTER);
}

export function createImporter(
  storage: Storage,
  bundles: ContentModelService,
  positions: MonotonicPositionGenerator,
  clock: Clock,
  settings?: SiteSettingsService,
): SiteImporter {
  const { entries, entryRevisions, entrySchedules, audit } = storage;
  const trail = new AuditTrail(audit, new UuidV7Generator(), clock);
  const bundleEditor = new BundleEditor(bundles, new EntryUsage(entries), trail);
  return new SiteImporter(
    entries,
    entrySchedules,
    bundles,
    bundleEditor,
    positions,
    FORMATTER,
    clock,
    trail,
    storage,
    settings,
    new ImportedCopies(createEditor(storage, positions, clock), entryRevisions, bundles),
  );
}
