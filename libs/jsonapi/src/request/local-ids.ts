import {
  escapePointerToken,
  isJsonObject,
  type Json,
  type JsonObject,
  type Uuid,
} from '@content-service/kernel';
import { InvalidBody } from '../jsonapi.errors.js';

/**
 * Ids of the entries that a request names by a local id, `lid` (JSON:API 1.1 «Identification»): in an atomic request from the
 * operation on that adds the entry, in the document of one entry within it.
 */
export class LocalIdTracker {
  private readonly ids = new Map<string, Uuid>();

  /** @param scope where a `lid` must be declared, for errors: `operation before this one adds` */
  constructor(private readonly scope: string) {}

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
    throw new InvalidBody(`No ${this.scope} a ${type} with the lid ${JSON.stringify(lid)}.`, pointer);
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
export function hasLocalId(identifier: JsonObject): boolean {
  return identifier['id'] === undefined && identifier['lid'] !== undefined;
}

/** Unambiguous, since types contain no spaces. */
const formatKey = (type: string, lid: string): string => `${type} ${lid}`;
