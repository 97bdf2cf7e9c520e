import {
  type Field,
  getAbsentValue,
  isMultiple,
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
  type Identifier,
  type LinkageResult,
  type OperationResult,
  type RelatedResult,
} from '@content-service/entries';
import type { Principal } from '@content-service/scopes';
import { DocumentTooLarge } from '../jsonapi.errors.js';
import type { CursorQuery } from '../query/cursor-pagination.js';
import {
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

/** Serializes one entry; POST and PATCH respond with the same document as a later GET. */
export function serializeEntryDocument(result: EntryResult, context: DocumentContext): string {
  const serialize = createResourceSerializer(context);
  return serializeDocument({
    data: createSingleSerializer(context)(result.entry),
    ...buildCommonMembers(result, serialize, context),
    links: serializeLinks({
      self: appendQuery(buildEntryHref(result.entry, context.apiRoot), context.query),
    }),
  });
}

/** Serializes the target entries of a relationship; never paged. */
export function serializeRelatedDocument(
  result: RelatedResult,
  field: string,
  context: DocumentContext,
): string {
  const serialize = createResourceSerializer(context);
  return serializeDocument({
    data: serializeRelatedData(result, result.multiple ? serialize : createSingleSerializer(context)),
    ...buildCommonMembers(result, serialize, context),
    links: serializeLinks({
      self: appendQuery(`${buildEntryHref(result.host, context.apiRoot)}/${field}`, context.query),
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
  return serializeDocument({
    data: serializeLinkage(result.linkage, result.multiple),
    ...buildCommonMembers(result, createResourceSerializer(context), context),
    links: serializeLinks({
      self: appendQuery(`${host}/relationships/${field}`, context.query),
      related: `${host}/${field}`,
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
function createSingleSerializer({ apiRoot, model, fields, query }: DocumentContext): ResourceSerializer {
  return createResourceSerializer({ apiRoot, model, fields, query });
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
  { model, apiRoot, fields }: DocumentContext,
): ResourceSerializer {
  const type = model.find(typeName);
  if (type === undefined) throw new ModelOutdated();
  const chosen = fields.get(typeName);
  const isShown = ({ name, hidden }: Field): boolean => hidden !== true && (chosen?.has(name) ?? true);
  const attributes = type.attributes.filter(isShown);
  const relationships = type.relationships.filter(isShown);
  const showsAll = chosen === undefined && !type.hasHiddenFields;
  const base = JSON.stringify(buildCollectionHref(typeName, apiRoot)).slice(1, -1);
  return (entry) => {
    const self = `${base}/${entry.id}`;
    const attributesText =
      showsAll && hasPresentFields(entry, type) ? entry.attributesText : pickAttributes(entry, attributes);
    const relationshipsText = relationships
      .map((field) => serializeRelationship(entry, field, self))
      .join(',');
    return (
      `{"type":"${typeName}","id":"${entry.id}","attributes":${attributesText},` +
      `"relationships":{${relationshipsText}},"links":{"self":{"href":"${self}"}}}`
    );
  };
}

/** Whether the stored attributes match the current fields of the bundle. */
function hasPresentFields(entry: Entry, type: ResourceType): boolean {
  return entry.modelVersion >= type.bundle.since;
}

function pickAttributes(entry: Entry, fields: readonly Field[]): string {
  return JSON.stringify(
    Object.fromEntries(
      fields.map((field) => [field.name, entry.attributes[field.name] ?? getAbsentValue(field)]),
    ),
  );
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

/** UTF-8 needs at most 3 bytes for each UTF-16 code unit. */
const BYTES_PER_CODE_UNIT = 3;

/**
 * Adds up the bytes of a document while it is serialized, to stop as soon as it is too large. Bytes are counted only when
 * the number of characters could exceed the maximum, since counting copies the text.
 */
export class DocumentSize {
  private readonly uncounted: string[] = [];
  private characters = 0;
  private bytes = 0;

  constructor(private readonly maximum: number) {}

  /** @throws DocumentTooLarge */
  add(text: string): void {
    this.uncounted.push(text);
    this.characters += text.length;
    if (this.characters * BYTES_PER_CODE_UNIT <= this.maximum) return;
    for (const part of this.uncounted.splice(0)) this.bytes += Buffer.byteLength(part);
    if (this.bytes > this.maximum) throw new DocumentTooLarge(this.maximum);
  }
}
