import {
  type Field,
  FIELD_TYPES,
  FILE_TYPE,
  getAbsentValue,
  isMultiple,
  isReference,
  ModelOutdated,
  type ResourceType,
} from '@content-service/bundles';
import {
  assignArity,
  type CollectionRequest,
  type CursorPageResult,
  type Entry,
  type EntryPageResult,
  type EntryResult,
  type EntryRevision,
  formatTarget,
  type Identifier,
  type LinkageResult,
  type OperationResult,
  type RelatedResult,
} from '@content-service/entries';
import { formatDateTime, isJsonObject, type Json } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import type { CursorQuery } from '../query/cursor-pagination.js';
import { DocumentSize } from './document-size.js';
import { serializeDerivativeLinks } from './derivative-links.js';
import {
  type ApiRoot,
  appendQuery,
  buildCollectionHref,
  buildCommonMembers,
  buildCursorHrefs,
  buildEntryHref,
  buildEntryPointHref,
  buildPageHrefs,
  type DocumentContext,
  type ResourceSerializer,
  serializeDocument,
  serializeLinks,
  serializeList,
} from './document.js';

/** Serializes one page of a collection (specification, «Collection document»). */
export function serializeCollectionDocument(
  page: EntryPageResult,
  request: CollectionRequest,
  context: DocumentContext,
): string {
  const href = buildCollectionHref(request.type.name, context.apiRoot);
  return serializePage(page, href, buildPageHrefs(page, request, href, context.query), context);
}

/** Serializes one page of cursor pagination (cursor pagination profile). */
export function serializeCursorDocument(
  page: CursorPageResult,
  query: Pick<CursorQuery, 'request' | 'cursors'>,
  context: DocumentContext,
): string {
  const href = buildCollectionHref(query.request.type.name, context.apiRoot);
  return serializePage(page, href, buildCursorHrefs(page, query, href, context.query), context);
}

function serializePage(
  page: EntryPageResult,
  href: string,
  pageLinks: Readonly<Record<string, string | null>>,
  context: DocumentContext,
): string {
  const serialize = createResourceSerializer(context);
  return serializeDocument({
    data: serializeList(page.entries, serialize),
    ...buildCommonMembers(page, serialize, context, { count: page.count }),
    links: serializeLinks({ self: appendQuery(href, context.query), ...pageLinks }),
  });
}

/** Serializes one entry; POST and PATCH respond with the same document as a later GET, but for the link to a working copy. */
export function serializeEntryDocument(result: EntryResult, context: DocumentContext): string {
  const serialize = createResourceSerializer(context);
  const { entry, revision, copy, hasCopy = false } = result;
  const self = buildEntryHref(entry, context.apiRoot);
  return serializeDocument({
    data: createSingleSerializer(context)(entry),
    ...buildCommonMembers(result, serialize, context, {
      ...buildRevisionMeta(revision),
      ...toCopyMeta(result),
    }),
    links: serializeLinks({
      self: appendQuery(self, context.query),
      ...(copy === undefined ? buildVersionHrefs(self, revision) : { 'latest-version': self }),
      ...(hasCopy ? { 'working-copy': `${self}?resourceVersion=rel:working-copy` } : {}),
    }),
  });
}

/** `meta.revision` of a state of the past: the change that replaced or deleted it. */
function buildRevisionMeta(revision: EntryRevision | undefined): object {
  if (revision === undefined) return {};
  const { number, track, change } = revision;
  const at = formatDateTime(Math.floor(number / 1_000_000));
  const { actor = null, note = null } = change;
  return { revision: { number, track, at, actor, note } };
}

/** The links of a state of the past to others (RFC 5829 §3). What follows a deletion is not known. */
function buildVersionHrefs(
  href: string,
  revision: EntryRevision | undefined,
): Readonly<Record<string, string>> {
  if (revision === undefined) return {};
  const { track, predecessor, successor } = revision;
  const toHref = (number: number): string => `${href}?resourceVersion=id:${number}`;
  return {
    ...(successor === undefined && track === 'deleted'
      ? {}
      : {
          'latest-version': href,
          'successor-version': successor === undefined ? href : toHref(successor),
        }),
    ...(predecessor === undefined ? {} : { 'predecessor-version': toHref(predecessor) }),
  };
}

/** `meta.revision` of a working copy, and `meta.dropped`: the targets that one had that was published, and that are gone. */
function toCopyMeta({ copy: shown, dropped = [] }: EntryResult): object {
  if (shown === undefined) return dropped.length === 0 ? {} : { dropped };
  const { entry, copy, published, conflicts } = shown;
  const { actor = null, note = null } = copy.head;
  const revision = {
    state: 'working-copy',
    published,
    savedAt: formatDateTime(Math.floor(copy.savedAt / 1_000_000)),
    actor,
    note,
    base: entry.version,
    changed: Object.keys(copy.head.base).sort(),
    conflicts,
  };
  return { revision };
}

/** Serializes the target entries of a relationship; never paged. */
export function serializeRelatedDocument(
  result: RelatedResult,
  field: string,
  context: DocumentContext,
): string {
  const serialize = createResourceSerializer(context);
  const self = `${buildEntryHref(result.host, context.apiRoot)}/${field}`;
  return serializeDocument({
    data: serializeRelatedData(result, result.multiple ? serialize : createSingleSerializer(context)),
    ...buildCommonMembers(result, serialize, context, buildRevisionMeta(result.revision)),
    links: serializeLinks({
      self: appendQuery(self, context.query),
      ...buildVersionHrefs(self, result.revision),
    }),
  });
}

/** A list, or for a to-one relationship one resource or `null` (JSON:API 1.1 «Fetching Resources»). */
function serializeRelatedData({ multiple, entries }: RelatedResult, serialize: ResourceSerializer): string {
  if (multiple) return serializeList(entries, serialize);
  return entries[0] === undefined ? 'null' : serialize(entries[0]);
}

/** Serializes the linkage of a relationship (JSON:API 1.1 «Fetching Relationships»). */
export function serializeRelationshipDocument(
  result: LinkageResult,
  field: string,
  context: DocumentContext,
): string {
  const host = buildEntryHref(result.host, context.apiRoot);
  const self = `${host}/relationships/${field}`;
  const meta = buildRevisionMeta(result.revision);
  return serializeDocument({
    data: serializeLinkage(result.linkage, result.multiple),
    ...buildCommonMembers(result, createResourceSerializer(context), context, meta),
    links: serializeLinks({
      self: appendQuery(self, context.query),
      related: `${host}/${field}`,
      ...buildVersionHrefs(self, result.revision),
    }),
  });
}

/** Serializes the index of all collections by resource type. For a user `meta.links.me` links to the own profile. */
export function serializeEntryPointDocument(
  principal: Principal,
  { apiRoot, model, query }: Omit<DocumentContext, 'fields'>,
): string {
  const collections = new Map(
    model.resourceTypes.map(({ name }) => [name, buildCollectionHref(name, apiRoot)]),
  );
  return serializeDocument({
    data: '[]',
    meta: principal.kind === 'user' ? serializeMeLink(principal.userId, apiRoot) : undefined,
    links: serializeLinks({
      self: appendQuery(buildEntryPointHref(apiRoot), query),
      ...Object.fromEntries(collections),
    }),
  });
}

function serializeMeLink(id: string, apiRoot: DocumentContext['apiRoot']): string {
  return JSON.stringify({
    links: { me: { href: buildEntryHref({ type: 'user--user', id }, apiRoot), meta: { id } } },
  });
}

/** Serializes the results of atomic operations in their order; `remove` and relationship operations have empty results. */
export function serializeAtomicResults(
  results: readonly OperationResult[],
  context: DocumentContext,
): string {
  const serialize = createResourceSerializer(context);
  return serializeDocument({
    'atomic:results': serializeList(results, ({ operation: { kind }, entry }) =>
      kind === 'create' || kind === 'update' ? `{"data":${serialize(entry)}}` : '{}',
    ),
  });
}

/** Creates a serializer for the primary entry of a single read, which has no size limit. */
function createSingleSerializer(context: DocumentContext): ResourceSerializer {
  const { apiRoot, model, fields, query, imageStyles } = context;
  return createResourceSerializer({ apiRoot, model, fields, query, imageStyles });
}

/**
 * Creates a serializer for all resources of one document; computes the parts common to a type once.
 *
 * @returns a function that throws ModelOutdated for an entry whose bundle is newer than the model, and DocumentTooLarge
 *   when the resources together exceed `bytesMaximum`
 */
function createResourceSerializer(context: DocumentContext): ResourceSerializer {
  const serializers = new Map<string, ResourceSerializer>();
  const { bytesMaximum } = context;
  const size = bytesMaximum === undefined ? undefined : new DocumentSize(bytesMaximum);
  return (entry) => {
    let serialize = serializers.get(entry.type);
    if (serialize === undefined)
      serializers.set(entry.type, (serialize = createTypeSerializer(entry.type, context)));
    const text = serialize(entry);
    size?.add(text);
    return text;
  };
}

function createTypeSerializer(
  typeName: string,
  { model, apiRoot, fields, imageStyles = [] }: DocumentContext,
): ResourceSerializer {
  const type = model.find(typeName);
  if (type === undefined) throw new ModelOutdated();
  const chosen = fields.get(typeName);
  const isShown = ({ name, hidden }: Field): boolean => hidden !== true && (chosen?.has(name) ?? true);
  const attributes = type.attributes.filter(isShown);
  const relationships = type.relationships.filter(isShown);
  const showsAll = chosen === undefined && type.showsStoredAttributes;
  const base = JSON.stringify(buildCollectionHref(typeName, apiRoot)).slice(1, -1);
  return (entry) => {
    const self = `${base}/${entry.id}`;
    const attributesText =
      showsAll && hasPresentFields(entry, type)
        ? entry.attributesText
        : pickAttributes(entry, attributes, apiRoot);
    const relationshipsText = relationships
      .map((field) => serializeRelationship(entry, field, self))
      .join(',');
    // A file has hidden fields, so that its attributes are always read.
    const pictures = typeName === FILE_TYPE ? serializeDerivativeLinks(entry, imageStyles, apiRoot) : '';
    return (
      `{"type":"${typeName}","id":"${entry.id}","attributes":${attributesText},` +
      `"relationships":{${relationshipsText}},"links":{"self":{"href":"${self}"}${pictures}}}`
    );
  };
}

/** Whether the stored attributes match the current fields of the bundle. */
function hasPresentFields(entry: Entry, type: ResourceType): boolean {
  return entry.modelVersion >= type.bundle.since;
}

function pickAttributes(entry: Entry, fields: readonly Field[], apiRoot: ApiRoot): string {
  const pick = (field: Field): Json => {
    if (isReference(field)) return formatTarget(entry, field);
    const stored = entry.attributes[field.name] ?? getAbsentValue(field);
    return field.type === 'file_uri' ? serializeFileUri(stored, apiRoot) : stored;
  };
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, pick(field)])));
}

/** The address of a file; the path of one that this service stores begins with the path of the base URL. */
function serializeFileUri(stored: Json, { baseUrl }: ApiRoot): Json {
  const uri = FIELD_TYPES.file_uri.normalize?.(stored) ?? stored;
  if (!isJsonObject(uri) || typeof uri['url'] !== 'string' || !uri['url'].startsWith('/')) return uri;
  const { pathname } = new URL(baseUrl);
  return pathname === '/' ? uri : { ...uri, url: pathname.replace(/\/$/, '') + uri['url'] };
}

function serializeRelationship(entry: Entry, field: Field, self: string): string {
  const { name } = field;
  const data = serializeLinkage(entry.relationships[name] ?? [], isMultiple(field));
  return (
    `"${name}":{"data":${data},"links":{"self":{"href":"${self}/relationships/${name}"},` +
    `"related":{"href":"${self}/${name}"}}}`
  );
}

/**
 * Serializes resource linkage (JSON:API 1.1 «Resource Linkage»): a list, or for a to-one relationship one identifier or
 * `null`. `meta.arity` distinguishes repeated identifiers.
 */
function serializeLinkage(linkage: readonly Identifier[], multiple: boolean): string {
  if (multiple) return `[${withArity(linkage).map(serializeIdentifier).join(',')}]`;
  return linkage[0] === undefined ? 'null' : serializeIdentifier(linkage[0]);
}

function withArity(linkage: readonly Identifier[]): readonly Identifier[] {
  if (new Set(linkage.map(({ id }) => id)).size === linkage.length) return linkage;
  const members = assignArity(linkage);
  const repeated = new Set(members.filter(({ arity }) => arity > 0).map(({ target }) => target.id));
  return members.map(({ target, arity }) =>
    repeated.has(target.id) ? { ...target, meta: { ...target.meta, arity } } : target,
  );
}

/** Types and ids contain no characters that JSON escapes. */
function serializeIdentifier({ type, id, meta }: Identifier): string {
  return `{"type":"${type}","id":"${id}"${meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`}}`;
}
