import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = new URL('../../../demo/', import.meta.url);

interface DemoLine {
  readonly kind: string;
  readonly bundle?: string;
  readonly fields?: readonly { readonly type: string; readonly label: string }[];
  readonly resource?: {
    readonly type: string;
    readonly id: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
  };
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

  const ofType = (type: string): readonly NonNullable<DemoLine['resource']>[] =>
    lines.flatMap(({ resource }) => (resource?.type === type ? [resource] : []));
  const pictures = readdirSync(new URL('pictures/', FOLDER));

  it.each(pictures)('describes the picture %s as it is', async (picture) => {
    const path = fileURLToPath(new URL(`pictures/${picture}`, FOLDER));
    const bytes = readFileSync(path);
    // By its path: the service, which other suites may run in this process, restricts libvips to that.
    const { width, height } = await sharp(path).metadata();
    const { id, attributes } =
      ofType('file--file').find((file) => file.attributes['filename'] === picture) ?? {};

    expect(attributes).toMatchObject({
      uri: { value: `public://${id}/${picture}`, url: `/files/${id}/${picture}` },
      ...{ filemime: 'image/jpeg', filesize: bytes.length, width, height, status: true },
      checksum: createHash('sha256').update(bytes).digest('hex'),
      focal_point: { x: expect.any(Number), y: expect.any(Number) },
    });
  });

  it('has a medium with an alternative text for each picture, and no other files', () => {
    const shown = ofType('media--image').map(
      ({ relationships }) =>
        relationships?.['field_media_image']?.data as {
          readonly id: string;
          readonly meta: { readonly alt: string };
        },
    );

    expect(shown.map(({ id }) => id).toSorted()).toEqual(
      ofType('file--file')
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(shown.filter(({ meta }) => meta.alt === '')).toEqual([]);
    expect(ofType('file--file')).toHaveLength(pictures.length);
  });

  it('has pictures of less than a megabyte, so that it starts quickly', () => {
    const bytes = pictures.map((picture) => readFileSync(new URL(`pictures/${picture}`, FOLDER)).length);

    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(1e6);
  });
});
