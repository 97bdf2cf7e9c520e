import { type EntryOperation, EntryUnknown, type LinkageAct, within } from '@content-service/entries';
import {
  DomainError,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  Problems,
  type Uuid,
} from '@content-service/kernel';
import { BodyConflict, InvalidBody } from '../jsonapi.errors.js';
import { isNamedLocally, LocalIds } from './local-ids.js';
import { draftIn, resourceIn, uuidIn } from './resource-draft.js';

export interface OperationsContext {
  /** The most operations of one request. */
  readonly maximum: number;
  /** Makes the ids of entries that are added without one. */
  readonly newId: () => Uuid;
}

/**
 * Reads the body of a request with the extension Atomic Operations. Where an operation is refused its pointer leads
 * into that operation.
 *
 * @throws InvalidBody, InvalidMember, BodyConflict, EntryUnknown, or Problems of them
 */
export function parseOperations(
  body: Json,
  { maximum, newId }: OperationsContext,
): readonly EntryOperation[] {
  const lids = new LocalIds();
  const problems: DomainError[] = [];
  const operations = listOf(body, maximum).flatMap((written, n) => {
    const pointer = `/atomic:operations/${n}`;
    try {
      if (!isJsonObject(written)) throw new InvalidBody('An operation must be an object.', '');
      const target = written['ref'] === undefined ? '/data' : '/ref';
      return [{ ...parseOperation(written, lids, newId), at: { pointer, target } }];
    } catch (error) {
      const placed = within(pointer, error);
      if (!(placed instanceof DomainError)) throw placed;
      problems.push(placed);
      return [];
    }
  });
  Problems.throwAny(problems);
  return operations;
}

function listOf(body: Json, maximum: number): readonly Json[] {
  const list = isJsonObject(body) ? body['atomic:operations'] : undefined;
  if (list === undefined) throw new InvalidBody(`The body must be an object with 'atomic:operations'.`);
  const pointer = '/atomic:operations';
  if (!Array.isArray(list) || list.length === 0)
    throw new InvalidBody(`'atomic:operations' must be a list of operations, at least one.`, pointer);
  if (list.length > maximum)
    throw new InvalidBody(`A request may have at most ${maximum} operations, got ${list.length}.`, pointer);
  return list as readonly Json[];
}

type ParseOperation = (operation: JsonObject, lids: LocalIds, newId: () => Uuid) => EntryOperation;

/** By the value of `op`: what it does to an entry, and what to a relationship. */
const OPERATIONS: Readonly<Record<string, { readonly entry: ParseOperation; readonly linkage: LinkageAct }>> =
  {
    add: { entry: parseAdd, linkage: 'add' },
    update: { entry: parseUpdate, linkage: 'replace' },
    remove: { entry: parseRemove, linkage: 'remove' },
  };

const parseOperation: ParseOperation = (operation, lids, newId) => {
  const { op, ref, href } = operation;
  const known = Object.keys(OPERATIONS);
  const meaning = typeof op === 'string' && known.includes(op) ? OPERATIONS[op] : undefined;
  if (meaning === undefined)
    throw new InvalidBody(`'op' must be one of ${known.join(', ')}.`, op === undefined ? '' : '/op');
  if (href !== undefined)
    throw new InvalidBody(
      `'href' is not supported; name the target by 'ref' with type and id or lid.`,
      '/href',
    );
  if (ref !== undefined && !isJsonObject(ref)) throw new InvalidBody(`'ref' must be an object.`, '/ref');
  return ref?.['relationship'] === undefined
    ? meaning.entry(operation, lids, newId)
    : parseLinkage(meaning.linkage, ref, operation['data'], lids);
};

function parseAdd({ ref, data }: JsonObject, lids: LocalIds, newId: () => Uuid): EntryOperation {
  if (ref !== undefined)
    throw new InvalidBody(
      `'ref' names a relationship to add to; a new entry is described by 'data' alone.`,
      '/ref',
    );
  const resource = resourceIn(data);
  const { type, lid } = resource;
  const given = resource['id'];
  const id = given === undefined ? newId() : uuidIn(given);
  if (lid !== undefined) lids.declare(type, lid, id);
  return { kind: 'create', type, id, draft: draftIn(withIds(resource, lids)) };
}

function parseUpdate({ ref, data }: JsonObject, lids: LocalIds): EntryOperation {
  const resource = resourceIn(data);
  const named = targetOf(resource, '/data', lids);
  const target = isJsonObject(ref) ? targetOf(ref, '/ref', lids) : named;
  if (target.type !== named.type || target.id !== named.id)
    throw new BodyConflict(`'data' is about another entry than 'ref'.`, '/data');
  return { kind: 'update', ...target, draft: draftIn(withIds(resource, lids)) };
}

function parseRemove({ ref }: JsonObject, lids: LocalIds): EntryOperation {
  if (!isJsonObject(ref)) throw new InvalidBody(`'remove' needs 'ref' with type and id or lid.`, '');
  return { kind: 'delete', ...targetOf(ref, '/ref', lids) };
}

function parseLinkage(
  act: LinkageAct,
  ref: JsonObject,
  data: Json | undefined,
  lids: LocalIds,
): EntryOperation {
  const field = ref['relationship'];
  if (typeof field !== 'string')
    throw new InvalidBody(`'relationship' must be the name of a relationship.`, '/ref/relationship');
  if (data === undefined) throw new InvalidBody(`A change of a relationship needs 'data'.`, '');
  const target = targetOf(ref, '/ref', lids);
  return { kind: 'linkage', act, ...target, field, data: lids.inLinkage(data, '/data') };
}

/** The entry that `type` and `id`, or `type` and `lid`, name. */
function targetOf(
  identifier: JsonObject,
  pointer: string,
  lids: LocalIds,
): { readonly type: string; readonly id: Uuid } {
  const { type, id, lid = null } = identifier;
  if (typeof type !== 'string') throw new InvalidBody(`A 'type' is needed, and 'id' or 'lid'.`, pointer);
  if (isNamedLocally(identifier)) return { type, id: lids.find(type, lid, `${pointer}/lid`) };
  if (typeof id !== 'string') throw new InvalidBody(`'id' or 'lid' is needed, a string.`, pointer);
  const lowerCase = id.toLowerCase();
  if (!isUuid(lowerCase)) throw within('', new EntryUnknown(type, id), `${pointer}/id`);
  return { type, id: lowerCase };
}

function withIds(resource: JsonObject, lids: LocalIds): JsonObject {
  return { ...resource, relationships: lids.inRelationships(resource['relationships']) };
}
