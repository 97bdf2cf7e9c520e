import { AuditTrail } from '@content-service/audit';
import { BundleEditor, type ContentModelService } from '@content-service/bundles';
import { EntryEditor, EntryUsage, type MonotonicPositionGenerator } from '@content-service/entries';
import { type Clock, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { SanitizingTextFormatter } from '../../platform/formatted-text/sanitizing-text-formatter.js';
import { SiteImporter } from './site-importer.js';

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

export async function* serializeLines(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield JSON.stringify(line);
}

export function createEditor(
  { entries }: Storage,
  positions: MonotonicPositionGenerator,
  clock: Clock,
): EntryEditor {
  return new EntryEditor(entries, new UuidV7Generator(), positions, clock, new SanitizingTextFormatter());
}

export function createImporter(
  storage: Storage,
  bundles: ContentModelService,
  positions: MonotonicPositionGenerator,
  clock: Clock,
): SiteImporter {
  const { entries, entrySchedules, audit } = storage;
  const trail = new AuditTrail(audit, new UuidV7Generator(), clock);
  const bundleEditor = new BundleEditor(bundles, new EntryUsage(entries), trail);
  const formatter = new SanitizingTextFormatter();
  return new SiteImporter(
    entries,
    entrySchedules,
    bundles,
    bundleEditor,
    positions,
    formatter,
    clock,
    trail,
    storage,
  );
}
