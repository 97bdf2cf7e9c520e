import { EntryNotFound, type EntryOperation, type LinkageOperation } from '@content-service/entries';
import {
  AggregateDomainError,
  DomainError,
  prefixErrorSource,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  type Uuid,
} from '@content-service/kernel';
import type { ApiRoot } from '../document/document.js';
import { BodyConflict, InvalidBody } from '../jsonapi.errors.js';
import { hasLocalId, LocalIdTracker } from './local-ids.js';
import { parseOperationHref } from './operation-href.js';
import { parseDraftMembers, parseResource, parseUuidMember } from './request-document.js';
import { parseRevisionOptions } from './revision-options.js';

export interface OperationsContext {
  /** Maximum number of operations of one request. */
  readonly maximum: number;
  /** Generates the id of an entry that is added without one. */
  readonly newId: () => Uuid;
  /** What the `href` of an operation begins with. */
  readonly apiRoot: ApiRoot;
}

/**
 * Parses the body of a request with the extension Atomic Operations. Pointers of errors lead into the operation at fault.
 *
 * @throws InvalidBody, InvalidMember, BodyConflict, EntryNotFound, or AggregateDomainError of them
 */
export function parseOperations(
  body: Json,
  { maximum, newId, apiRoot }: OperationsContext,
): readonly EntryOperation[] {
  const lids = new LocalIdTracker('operation before this one adds');
  const problems: DomainError[] = [];
  const operations = getOperationList(body, maximum).flatMap((operation, n) => {
    const pointer = `/atomic:operations/${n}`;
    try {
      if (!isJsonObject(operation)) throw new InvalidBody('An operation must be an object.', '');
      const member = ['ref', 'href'].find((name) => operation[name] !== undefined) ?? 'data';
      const parsed = parseOperation(operation, lids, newId, apiRoot);
      const revision = parseRevisionOptions(operation);
      return [{ ...parsed, revision, source: { pointer, targetPointer: `/${member}` } }];
    } catch (error) {
      const prefixed = prefixErrorSource(pointer, error);
      if (!(prefixed instanceof DomainError)) throw prefixed;
      problems.push(prefixed);
      return [];
    }
  });
  AggregateDomainError.throwIfAny(problems);
  return operations;
}

function getOperationList(body: Json, maximum: number): readonly Json[] {
  const list = isJsonObject(body) ? body['atomic:operations'] : undefined;
  if (list === undefined) throw new InvalidBody(`The body must be an object with 'atomic:operations'.`);
  const pointer = '/atomic:operations';
  if (!Array.isArray(list) || list.length === 0)
    throw new InvalidBody(`'atomic:operations' must be a list of operations, at least one.`, pointer);
  if (list.length > maximum)
    throw new InvalidBody(`A request may have at most ${maximum} operations, got ${list.length}.`, pointer);
  return list as readonly Json[];
}

type ParseOperation = (operation: JsonObject, lids: LocalIdTracker, newId: () => Uuid) => EntryOperation;

/** Effect of an `op` on an entry and on a relationship. */
interface OperationHandlers {
  readonly entry: ParseOperation;
  readonly linkage: LinkageOperation;
}

const OPERATIONS: Readonly<Record<string, OperationHandlers>> = {
  add: { entry: parseAdd, linkage: 'add' },
  update: { entry: parseUpdate, linkage: 'replace' },
  remove: { entry: parseRemove, linkage: 'remove' },
};

function parseOperation(
  operation: JsonObject,
  lids: LocalIdTracker,
  newId: () => Uuid,
  apiRoot: ApiRoot,
): EntryOperation {
  const { op, ref, href } = operation;
  const known = Object.keys(OPERATIONS);
  const handler = typeof op === 'string' && known.includes(op) ? OPERATIONS[op] : undefined;
  if (handler === undefined)
    throw new InvalidBody(`'op' must be one of ${known.join(', ')}.`, op === undefined ? '' : '/op');
  if (href !== undefined) return parseWithHref(operation, handler, lids, newId, apiRoot);
  if (ref !== undefined && !isJsonObject(ref)) throw new InvalidBody(`'ref' must be an object.`, '/ref');
  return ref?.['relationship'] === undefined
    ? handler.entry(operation, lids, newId)
    : parseLinkage(handler.linkage, ref, operation['data'], lids);
}

/** An operation whose `href` names what `ref` would name, or the collection that an entry is added to. */
function parseWithHref(
  operation: JsonObject,
  handler: OperationHandlers,
  lids: LocalIdTracker,
  newId: () => Uuid,
  apiRoot: ApiRoot,
): EntryOperation {
  const { op, ref, href = null, data } = operation;
  if (ref !== undefined) throw new InvalidBody(`An operation has 'ref' or 'href', not both.`, '/href');
  const target = parseOperationHref(href, apiRoot);
  if (target.id === undefined) {
    if (op !== 'add')
      throw new InvalidBody(`'href' must be the URL of an entry, or of a collection to add to.`, '/href');
    const { type } = parseResource(data);
    if (type !== target.type)
      throw new BodyConflict(
        `The collection in 'href' is of '${target.type}', not of '${type}'.`,
        '/data/type',
      );
    return handler.entry(operation, lids, newId);
  }
  const { type, id, relationship } = target;
  if (relationship !== undefined)
    return parseLinkage(handler.linkage, { type, id, relationship }, data, lids);
  if (op === 'add')
    throw new InvalidBody(`'href' must be the URL of a collection or a relationship to add to.`, '/href');
  return handler.entry({ ...operation, ref: { type, id } }, lids, newId);
}

function parseAdd({ ref, data }: JsonObject, lids: LocalIdTracker, newId: () => Uuid): EntryOperation {
  if (ref !== undefined)
    throw new InvalidBody(
      `'ref' names a relationship to add to; a new entry is described by 'data' alone.`,
      '/ref',
    );
  const resource = parseResource(data);
  const { type, lid } = resource;
  const given = resource['id'];
  const id = given === undefined ? newId() : parseUuidMember(given);
  if (lid !== undefined) lids.declare(type, lid, id);
  return { kind: 'create', type, id, draft: parseDraftMembers(resolveIds(resource, lids)) };
}

function parseUpdate({ ref, data }: JsonObject, lids: LocalIdTracker): EntryOperation {
  const resource = parseResource(data);
  const named = parseTarget(resource, '/data', lids);
  const target = isJsonObject(ref) ? parseTarget(ref, '/ref', lids) : named;
  if (target.type !== named.type || target.id !== named.id)
    throw new BodyConflict(`'data' and the target of the operation must be the same entry.`, '/data');
  return { kind: 'update', ...target, draft: parseDraftMembers(resolveIds(resource, lids)) };
}

function parseRemove({ ref }: JsonObject, lids: LocalIdTracker): EntryOperation {
  if (!isJsonObject(ref))
    throw new InvalidBody(`'remove' needs 'ref' with type and id or lid, or 'href'.`, '');
  return { kind: 'delete', ...parseTarget(ref, '/ref', lids) };
}

function parseLinkage(
  linkageOperation: LinkageOperation,
  ref: JsonObject,
  data: Json | undefined,
  lids: LocalIdTracker,
): EntryOperation {
  const field = ref['relationship'];
  if (typeof field !== 'string')
    throw new InvalidBody(`'relationship' must be the name of a relationship.`, '/ref/relationship');
  if (data === undefined) throw new InvalidBody(`A change of a relationship needs 'data'.`, '');
  const target = parseTarget(ref, '/ref', lids);
  return { kind: 'linkage', linkageOperation, ...target, field, data: lids.resolveLinkage(data, '/data') };
}

/** Resolves the entry identified by `type` and `id`, or by `type` and `lid`. */
function parseTarget(
  identifier: JsonObject,
  pointer: string,
  lids: LocalIdTracker,
): { readonly type: string; readonly id: Uuid } {
  const { type, id, lid = null } = identifier;
  if (typeof type !== 'string') throw new InvalidBody(`A 'type' is needed, and 'id' or 'lid'.`, pointer);
  if (hasLocalId(identifier)) return { type, id: lids.get(type, lid, `${pointer}/lid`) };
  if (typeof id !== 'string') throw new InvalidBody(`'id' or 'lid' is needed, a string.`, pointer);
  const lowerCase = id.toLowerCase();
  if (!isUuid(lowerCase)) throw prefixErrorSource('', new EntryNotFound(type, id), `${pointer}/id`);
  return { type, id: lowerCase };
}

function resolveIds(resource: JsonObject, lids: LocalIdTracker): JsonObject {
  return { ...resource, relationships: lids.resolveRelationships(resource['relationships']) };
}
