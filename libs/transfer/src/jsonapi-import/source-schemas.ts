import { isJsonObject } from '@content-service/kernel';
import type { DownloadState } from './download-folder.js';
import { parseOpenApiHints, parseTypeHints, type TypeHints } from './schema-hints.js';
import type { SourceClient } from './source-client.js';
import { SourceFault } from './source.errors.js';

/** The paths at which the Drupal module openapi_jsonapi and this service describe a site. */
const OPENAPI_PATHS = ['/openapi/jsonapi?_format=json', '/openapi.json'];

/**
 * Reads the schemas of a site where it offers them: JSON Schema of each resource type (Drupal module jsonapi_schema), or an
 * OpenAPI description (openapi_jsonapi). Sources without schemas give an empty map.
 *
 * @throws SourceUnavailable
 */
export async function readSchemas(
  client: SourceClient,
  { source, collections }: Pick<DownloadState, 'source' | 'collections'>,
): Promise<ReadonlyMap<string, TypeHints>> {
  const found = new Map<string, TypeHints>();
  for (const { name, url } of collections) {
    const hints = await readTypeSchema(client, new URL(`${url.split('?')[0] ?? url}/resource/schema`));
    if (hints !== undefined) found.set(name, hints);
    // Without the module no type has a schema, so the others are not asked for.
    else if (found.size === 0) break;
  }
  if (found.size > 0) return found;
  const names = collections.map(({ name }) => name);
  for (const path of OPENAPI_PATHS) {
    const described = await ignoreFaults(readOpenApi(client, new URL(path, source), names));
    if (described !== undefined && described.size > 0) return described;
  }
  return found;
}

async function readTypeSchema(client: SourceClient, url: URL): Promise<TypeHints | undefined> {
  return ignoreFaults(readSchema(client, url));
}

async function readSchema(client: SourceClient, url: URL): Promise<TypeHints | undefined> {
  const schema = await client.get(url);
  const hints = parseTypeHints(schema, schema);
  if (hints !== undefined) return hints;
  // The schema of a document refers to that of the resource by its address.
  const { definitions } = schema;
  const data = isJsonObject(definitions) ? definitions['data'] : undefined;
  const address = isJsonObject(data) ? data['$ref'] : undefined;
  if (typeof address !== 'string') return undefined;
  const resource = await client.get(client.resolve(address, url));
  return parseTypeHints(resource, resource);
}

async function readOpenApi(
  client: SourceClient,
  url: URL,
  types: readonly string[],
): Promise<ReadonlyMap<string, TypeHints>> {
  return parseOpenApiHints(await client.get(url), types);
}

/** Schemas are optional, so a source without them, or with unusable ones, is imported from its documents alone. */
async function ignoreFaults<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SourceFault) return undefined;
    throw error;
  }
}
