export interface EntryRow {
  readonly id: Buffer;
  readonly version: number;
  readonly attributes: string;
  readonly relationships: string;
}

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export type Linkage = Readonly<Record<string, readonly Identifier[]>>;

export const TYPE = 'node--article';

const ORIGIN = 'http://127.0.0.1';
const TO_MANY = new Set(['field_tags', 'parent']);

/** Builds the same document as the service by hand. */
export function entityDocument(type: string, row: EntryRow): object {
  return { jsonapi: { version: '1.1' }, data: toResource(type, row), links: { self: { href: ORIGIN } } };
}

export function collectionDocument(type: string, rows: readonly EntryRow[], count: number): object {
  const data = rows.map((row) => toResource(type, row));
  return { jsonapi: { version: '1.1' }, data, meta: { count }, links: { self: { href: ORIGIN } } };
}

export function toResource(type: string, { id, attributes, relationships }: EntryRow): object {
  const self = `${ORIGIN}/api/${type.replace('--', '/')}/${formatId(id)}`;
  const linkage = JSON.parse(relationships) as Linkage;
  return {
    type,
    id: formatId(id),
    attributes: JSON.parse(attributes) as unknown,
    relationships: Object.fromEntries(
      Object.entries(linkage).map(([name, targets]) => [
        name,
        {
          data: TO_MANY.has(name) ? targets : (targets[0] ?? null),
          links: { self: { href: `${self}/relationships/${name}` }, related: { href: `${self}/${name}` } },
        },
      ]),
    ),
    links: { self: { href: self } },
  };
}

export function parseId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function formatId(id: Buffer): string {
  const digits = id.toString('hex');
  const [a, b, c, d, e] = [0, 8, 12, 16, 20];
  return [
    digits.slice(a, b),
    digits.slice(b, c),
    digits.slice(c, d),
    digits.slice(d, e),
    digits.slice(e),
  ].join('-');
}
