import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../demo/', import.meta.url);

interface DemoLine {
  readonly kind: string;
  readonly bundle?: string;
  readonly fields?: readonly { readonly type: string; readonly label: string }[];
  readonly resource?: { readonly attributes: Readonly<Record<string, { readonly uri?: string } | null>> };
}

const lines = readFileSync(new URL('site.ndjson', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoLine);

describe('the demo content', () => {
  const types = lines.filter(({ kind }) => kind === 'bundle');

  it.each(types.map(({ bundle, fields = [] }) => ({ bundle, fields })))(
    'has no two inputs of the same name in $bundle',
    ({ fields }) => {
      const labels = fields.flatMap(({ type, label }) =>
        type === 'text_with_summary' ? [label, 'Summary'] : [label],
      );

      expect(labels).toEqual([...new Set(labels)]);
    },
  );

  it('has an address for each of its pictures, and a picture for each address', () => {
    const addresses = lines
      .map(({ resource }) => resource?.attributes['field_source']?.uri)
      .filter((uri) => uri !== undefined);

    const pictures = readdirSync(new URL('pictures/', FOLDER)).map((file) => `internal:/demo/${file}`);
    expect(addresses.toSorted()).toEqual(pictures.toSorted());
  });
});
