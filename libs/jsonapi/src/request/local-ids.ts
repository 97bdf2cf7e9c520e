import { pointerToken } from '@content-service/entries';
import { isJsonObject, type Json, type JsonObject, type Uuid } from '@content-service/kernel';
import { InvalidBody } from '../jsonapi.errors.js';

/**
 * The ids of entries that a request adds and names by a `lid` of its own (JSON:API 1.1 «Identification»). A `lid` is
 * known from the operation on that adds its entry.
 */
export class LocalIds {
  private readonly ids = new Map<string, Uuid>();

  /** @throws InvalidBody for a `lid` that is no name or has its entry already */
  declare(type: string, lid: Json, id: Uuid): void {
    if (typeof lid !== 'string' || lid === '')
      throw new InvalidBody(`'lid' must be a string that is not empty.`, '/data/lid');
    const key = keyOf(type, lid);
    if (this.ids.has(key)) throw new InvalidBody(`'${lid}' names another ${type} already.`, '/data/lid');
    this.ids.set(key, id);
  }

  /** @param pointer to the `lid` @throws InvalidBody */
  find(type: string, lid: Json, pointer: string): Uuid {
    const id = typeof lid === 'string' ? this.ids.get(keyOf(type, lid)) : undefined;
    if (id !== undefined) return id;
    throw new InvalidBody(
      `No operation before this one adds a ${type} with the lid ${JSON.stringify(lid)}.`,
      pointer,
    );
  }

  /** Relationship objects with an id for every `lid`. What is not well made stays as it is, for others to complain. */
  inRelationships(relationships: Json | undefined): Json | undefined {
    if (!isJsonObject(relationships)) return relationships;
    const resolved = Object.entries(relationships).map(([name, value]): [string, Json | undefined] => {
      if (!isJsonObject(value) || value['data'] === undefined) return [name, value];
      return [
        name,
        { ...value, data: this.inLinkage(value['data'], `/data/relationships/${pointerToken(name)}/data`) },
      ];
    });
    return Object.fromEntries(resolved);
  }

  /** @param pointer to the linkage */
  inLinkage(linkage: Json, pointer: string): Json {
    if (Array.isArray(linkage))
      return (linkage as readonly Json[]).map((member, n) => this.inIdentifier(member, `${pointer}/${n}`));
    return this.inIdentifier(linkage, pointer);
  }

  private inIdentifier(member: Json, pointer: string): Json {
    if (!isJsonObject(member) || !isNamedLocally(member)) return member;
    const { type, lid = null, ...others } = member;
    return { ...others, type, id: this.find(typeof type === 'string' ? type : '', lid, `${pointer}/lid`) };
  }
}

/** Of both an `id` and a `lid` the `id` counts. */
export function isNamedLocally(identifier: JsonObject): boolean {
  return identifier['id'] === undefined && identifier['lid'] !== undefined;
}

/** Types have no spaces. */
const keyOf = (type: string, lid: string): string => `${type} ${lid}`;
