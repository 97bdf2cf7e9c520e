import { getOwn, isStorable, type Json, validateLabel } from '@content-service/kernel';
import type { DownloadState } from './download-folder.js';
import type { SourceClient } from './source-client.js';
import { parsePage, type SourceResource } from './source-documents.js';
import { SourceFault } from './source.errors.js';

/** The name and description of a bundle in the source. */
export interface BundleLabel {
  readonly label: string;
  readonly description?: string | undefined;
}

interface BundleType {
  /** The resource type of the definitions. */
  readonly definitions: string;
  /** The entity type whose bundles are defined. */
  readonly entityType: string;
  /** The attributes with machine name and label. */
  readonly id: string;
  readonly label: string;
}

/** The resource types in which Drupal and its module Paragraphs define bundles; its module Menu Item Extras has a bundle for each menu. */
const BUNDLE_TYPES: readonly BundleType[] = [
  { definitions: 'node_type--node_type', entityType: 'node', id: 'drupal_internal__type', label: 'name' },
  {
    definitions: 'taxonomy_vocabulary--taxonomy_vocabulary',
    entityType: 'taxonomy_term',
    id: 'drupal_internal__vid',
    label: 'name',
  },
  { definitions: 'media_type--media_type', entityType: 'media', id: 'drupal_internal__id', label: 'label' },
  {
    definitions: 'paragraphs_type--paragraphs_type',
    entityType: 'paragraph',
    id: 'drupal_internal__id',
    label: 'label',
  },
  { definitions: 'menu--menu', entityType: 'menu_link_content', id: 'drupal_internal__id', label: 'label' },
];

/**
 * Reads the labels of bundles by resource type, such as `node--page`. Sources often keep them from readers, so those that
 * cannot be read are left out.
 *
 * @throws SourceUnavailable
 */
export async function readBundleLabels(
  client: SourceClient,
  { configuration }: Pick<DownloadState, 'configuration'>,
): Promise<ReadonlyMap<string, BundleLabel>> {
  const labels = new Map<string, BundleLabel>();
  for (const type of BUNDLE_TYPES) {
    const collection = configuration.find(({ name }) => name === type.definitions);
    if (collection === undefined) continue;
    for (const resource of await readDefinitions(client, new URL(collection.url)))
      addLabel(labels, resource, type);
  }
  return labels;
}

/** The first page: Drupal has 50 definitions on it, more than sites have bundles of one entity type. */
async function readDefinitions(client: SourceClient, url: URL): Promise<readonly SourceResource[]> {
  try {
    return parsePage(await client.get(url), url).resources;
  } catch (error) {
    if (error instanceof SourceFault) return [];
    throw error;
  }
}

function addLabel(
  labels: Map<string, BundleLabel>,
  { attributes }: SourceResource,
  { entityType, id, label }: BundleType,
): void {
  const [name, text, description] = [
    getOwn(attributes, id),
    getOwn(attributes, label),
    attributes['description'],
  ].map(getText);
  if (name === undefined || text === undefined || validateLabel(text) !== undefined) return;
  labels.set(
    `${entityType}--${name}`,
    description === undefined ? { label: text } : { label: text, description },
  );
}

function getText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && isStorable(value) ? value.trim() : undefined;
}
