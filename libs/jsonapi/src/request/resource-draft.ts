import type { EntryDraft } from '@content-service/entries';
import {
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  Problems,
  type Uuid,
} from '@content-service/kernel';
import { InvalidBody, InvalidMember } from '../jsonapi.errors.js';

export type ResourceObject = JsonObject & { readonly type: string };

/**
 * A resource object in a request body, of which only the type is looked at.
 *
 * @param data the primary data; all pointers begin there, with `/data`
 * @param expectedType named where the type is missing
 * @throws InvalidBody
 */
export function resourceIn(data: Json | undefined, expectedType?: string): ResourceObject {
  if (!isJsonObject(data)) throw new InvalidBody(`'data' must be one resource object.`, '/data');
  const { type } = data;
  const example = expectedType === undefined ? '' : `, '${expectedType}'`;
  if (type === undefined) throw new InvalidBody(`The resource needs its 'type'${example}.`, '/data');
  if (typeof type !== 'string') throw new InvalidBody(`'type' must be a string.`, '/data/type');
  return { ...data, type };
}

/** @throws InvalidMember */
export function uuidIn(id: Json): Uuid {
  if (typeof id === 'string' && isUuid(id)) return id;
  throw new InvalidMember(`'id' must be a UUID in lower case, got ${JSON.stringify(id)}.`, '/data/id');
}

/** What a resource object says of an entry, but for its id. @throws InvalidMember, or Problems of it */
export function draftIn({ attributes, relationships }: JsonObject): EntryDraft {
  Problems.throwAny([...noObject('attributes', attributes), ...noObject('relationships', relationships)]);
  return {
    attributes: attributes as JsonObject | undefined,
    relationships: relationships as JsonObject | undefined,
  };
}

function noObject(name: string, member: Json | undefined): readonly InvalidMember[] {
  if (member === undefined || isJsonObject(member)) return [];
  return [new InvalidMember(`'${name}' must be an object.`, `/data/${name}`)];
}
