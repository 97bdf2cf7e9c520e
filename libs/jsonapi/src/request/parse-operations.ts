import { EntryNotFound, type EntryOperation, type LinkageOperation } from '@content-service/entries';
import {
  AggregateDomainError,
  DomainError,
  escapePointerToken,
  prefixErrorSource,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  type Uuid,
} from '@content-service/kernel';
import { BodyConflict, InvalidBody } from '../jsonapi.errors.js';
import { parseDraftMembers, parseResource, parseUuidMember } from './request-document.js';

export interface OperationsContext {
  /** Maximum number of operations of one request. */
  readonly maximum: number;
  /** Generates the id of an entry that is added without one. */
  readonly newId: () => Uuid;
}

/**
 * Parses the body of a request with the extension Atomic Operations. Pointers of errors lead into the operation at fault.
 *
 * @throws InvalidBody, InvalidMember, BodyConflict, EntryNotFound, or AggregateDomainError of them
 */
export function parseOperations(
  body: Json,
  { maximum, newId }: OperationsContext,
): readonly EntryOperation[] {
  const lids = new LocalIdTracker();
  const problems: DomainError[] = [];
  const operations = getOperationList(body, maximum).flatMap((operation, n) => {
    const pointer = `/atomic:operations/${n}`;
    try {
      if (!isJsonObject(operation)) throw new InvalidBody('An operation must be an object.', '');
      const target = operation['ref'] === undefined ? '/data' : '/ref';
      return [{ ...parseOperation(operation, lids, newId), source: { pointer, targetPointer: target } }];
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

/** Effect of each `op` on an entry and on a relationship. */
const OPERATIONS: Readonly<
  Record<string, { readonly entry: ParseOperation; readonly linkage: LinkageOperation }>
> = {
  add: { entry: parseAdd, linkage: 'add' },
  update: { entry: parseUpdate, linkage: 'replace' },
  remove: { entry: parseRemove, linkage: 'remove' },
};

const parseOperation: ParseOperation = (operation, lids, newId) => {
  const { op, ref, href } = operation;
  const known = Object.keys(OPERATIONS);
  const handler = typeof op === 'string' && known.includes(op) ? OPERATIONS[op] : undefined;
  if (handler === undefined)
    throw new InvalidBody(`'op' must be one of ${known.join(', ')}.`, op === undefined ? '' : '/op');
  if (href !== undefined)
    throw new InvalidBody(
      `'href' is not supported; name the target by 'ref' with type and id or lid.`,
      '/href',
    );
  if (ref !== undefined && !isJsonObject(ref)) throw new InvalidBody(`'ref' must be an object.`, '/ref');
  return ref?.['relationship'] === undefined
    ? handler.entry(operation, lids, newId)
    : parseLinkage(handler.linkage, ref, operation['data'], lids);
};

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
    throw new BodyConflict(`'data' and 'ref' must identify the same entry.`, '/data');
  return { kind: 'update', ...target, draft: parseDraftMembers(resolveIds(resource, lids)) };
}

function parseRemove({ ref }: JsonObject, lids: LocalIdTracker): EntryOperation {
  if (!isJsonObject(ref)) throw new InvalidBody(`'remove' needs 'ref' with type and id or lid.`, '');
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

/**
 * Ids of the entries that a request adds under a local id, `lid` (JSON:API 1.1 «Identification»). A `lid` is valid in the
 * operations after the one that adds its entry.
 */
class LocalIdTracker {
  private readonly ids = new Map<string, Uuid>();

  /** @throws InvalidBody for a `lid` that is not a non-empty string, or is in use already */
  declare(type: string, lid: Json, id: Uuid): void {
    if (typeof lid !== 'string' || lid === '')
      throw new InvalidBody(`'lid' must be a string that is not empty.`, '/data/lid');
    const key = formatKey(type, lid);
    if (this.ids.has(key))
      throw new InvalidBody(
        `The lid '${lid}' is used by another ${type} of this request; choose another.`,
        '/data/lid',
      );
    this.ids.set(key, id);
  }

  /** @param pointer to the `lid` @throws InvalidBody */
  get(type: string, lid: Json, pointer: string): Uuid {
    const id = typeof lid === 'string' ? this.ids.get(formatKey(type, lid)) : undefined;
    if (id !== undefined) return id;
    throw new InvalidBody(
      `No operation before this one adds a ${type} with the lid ${JSON.stringify(lid)}.`,
      pointer,
    );
  }

  /** Replaces every `lid` in relationship objects by its id. Malformed parts are kept; the domain reports them. */
  resolveRelationships(relationships: Json | undefined): Json | undefined {
    if (!isJsonObject(relationships)) return relationships;
    const resolved = Object.entries(relationships).map(([name, value]): [string, Json | undefined] => {
      if (!isJsonObject(value) || value['data'] === undefined) return [name, value];
      return [
        name,
        {
          ...value,
          data: this.resolveLinkage(value['data'], `/data/relationships/${escapePointerToken(name)}/data`),
        },
      ];
    });
    return Object.fromEntries(resolved);
  }

  /** @param pointer to the linkage */
  resolveLinkage(linkage: Json, pointer: string): Json {
    if (Array.isArray(linkage))
      return (linkage as readonly Json[]).map((member, n) =>
        this.resolveIdentifier(member, `${pointer}/${n}`),
      );
    return this.resolveIdentifier(linkage, pointer);
  }

  private resolveIdentifier(member: Json, pointer: string): Json {
    if (!isJsonObject(member) || !hasLocalId(member)) return member;
    const { type, lid = null, ...others } = member;
    return { ...others, type, id: this.get(typeof type === 'string' ? type : '', lid, `${pointer}/lid`) };
  }
}

/** Whether an identifier has a `lid` and no `id`; `id` has precedence. */
function hasLocalId(identifier: JsonObject): boolean {
  return identifier['id'] === undefined && identifier['lid'] !== undefined;
}

/** Unambiguous, since types contain no spaces. */
const formatKey = (type: string, lid: string): string => `${type} ${lid}`;
