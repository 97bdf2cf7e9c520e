import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImageUnreadable, planPicture, type Rendering } from '@content-service/files';
import type { ImageStyle } from '@content-service/site-settings';
import sharp, { type Create, type Sharp } from 'sharp';
import { SharpImageEngine } from './sharp-image-engine.js';

type Colour = readonly [red: number, green: number, blue: number];

const RED: Colour = [255, 0, 0];
const GREEN: Colour = [0, 255, 0];
const BLUE: Colour = [0, 0, 255];
const WHITE: Colour = [255, 255, 255];

const STYLE: ImageStyle = {
  ...{ name: 'x', label: 'X', width: 100, height: 100 },
  ...{ fit: 'cover', format: 'png', quality: 80, enlarge: false },
};

/** An image of 400 × 200 pixels, with the quadrants red, green, blue and white in the order of reading. */
function createQuadrants(): Sharp {
  const quadrant = (background: string): Create => ({ width: 200, height: 100, channels: 3, background });
  return sharp({ create: { ...quadrant('#f00'), width: 400, height: 200 } }).composite([
    { input: { create: quadrant('#0f0') }, left: 200, top: 0 },
    { input: { create: quadrant('#00f') }, left: 0, top: 100 },
    { input: { create: quadrant('#fff') }, left: 200, top: 100 },
  ]);
}

describe('SharpImageEngine', () => {
  const engine = new SharpImageEngine();
  let folder: string;
  let source: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-engine-'));
    source = join(folder, 'source');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const render = async (
    image: Sharp,
    change: Partial<ImageStyle> = {},
    focalPoint = { x: 50, y: 50 },
    size = { width: 400, height: 200 },
  ): Promise<Sharp> => {
    await image.toFile(source);
    const style = { ...STYLE, ...change };
    const format = style.format === 'original' ? 'gif' : style.format;
    const { path, bytes, type } = await engine.render(source, folder, {
      ...{ ...planPicture(size, style, focalPoint), format, quality: style.quality },
    });
    expect([bytes, type]).toEqual([(await stat(path)).size, `image/${format}`]);
    return sharp(path);
  };

  const readColour = async (image: Sharp, x: number, y: number): Promise<Colour> => {
    const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true });
    const at = (y * info.width + x) * info.channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };

  it.each<[x: number, y: number, left: Colour, right: Colour]>([
    [0, 0, RED, RED],
    [100, 0, GREEN, GREEN],
    [50, 50, RED, GREEN],
    [10, 90, RED, RED],
  ])('crops around the focal point %i %i', async (x, y, left, right) => {
    const picture = await render(createQuadrants().png(), {}, { x, y });

    expect(await picture.metadata()).toMatchObject({ width: 100, height: 100 });
    expect([await readColour(picture, 10, 10), await readColour(picture, 90, 10)]).toEqual([left, right]);
  });

  it.each<[x: number, y: number, colour: Colour]>([
    [20, 10, RED],
    [80, 10, GREEN],
    [20, 95, BLUE],
    [80, 95, WHITE],
  ])('shows the quadrant of the focal point %i %i in a wide part', async (x, y, colour) => {
    const picture = await render(
      createQuadrants().png(),
      { width: 180, height: 40, enlarge: true },
      { x, y },
    );

    expect(await readColour(picture, x < 50 ? 10 : 170, y < 50 ? 4 : 36)).toEqual(colour);
  });

  it('puts the focal point into the middle of the picture', async () => {
    // The part has 200 pixels of 400, from 1 × 400 / 4 = 100.
    const picture = await render(createQuadrants().png(), {}, { x: 50, y: 0 });

    expect([await readColour(picture, 46, 20), await readColour(picture, 53, 20)]).toEqual([RED, GREEN]);
  });

  it('turns upright what EXIF turns, before it crops, and leaves all metadata out', async () => {
    // Turned by 90 degrees to the right, the blue quadrant is above on the left.
    const photograph = createQuadrants()
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' });
    const size = { width: 200, height: 400 };
    const picture = await render(photograph, { format: 'webp', quality: 100 }, { x: 0, y: 0 }, size);
    const metadata = await picture.metadata();
    const [red, green, blue] = await readColour(picture, 10, 10);

    expect([metadata.width, metadata.height, metadata.exif, metadata.orientation]).toEqual([
      100,
      100,
      undefined,
      undefined,
    ]);
    expect([red < 20, green < 20, blue > 235]).toEqual([true, true, true]);
  });

  it('puts the whole image in the middle of the size for contain', async () => {
    const picture = await render(createQuadrants().png(), { fit: 'contain', format: 'jpeg', quality: 100 });

    expect(await picture.metadata()).toMatchObject({ width: 100, height: 100, hasAlpha: false });
    expect((await readColour(picture, 50, 5)).every((value) => value > 250)).toBe(true);
    expect((await readColour(picture, 5, 40))[0]).toBeGreaterThan(235);
  });

  it.each<[format: Rendering['format'], found: string]>([
    ['webp', 'webp'],
    ['avif', 'heif'],
    ['png', 'png'],
    ['jpeg', 'jpeg'],
  ])('writes %s', async (format, found) => {
    const picture = await render(createQuadrants().png(), { format: format as 'webp', fit: 'inside' });

    expect(await picture.metadata()).toMatchObject({ format: found, width: 100, height: 50, space: 'srgb' });
  });

  it('converts other colour spaces to sRGB', async () => {
    const picture = await render(createQuadrants().toColourspace('cmyk').jpeg(), { format: 'webp' });

    expect(await picture.metadata()).toMatchObject({ space: 'srgb', hasProfile: false });
  });

  it('shows the first frame of an image with several ones', async () => {
    const frames = [createQuadrants(), createQuadrants().negate()];
    const paths = frames.map((_, index) => join(folder, `frame-${index}.png`));
    for (const [index, frame] of frames.entries()) await frame.toFile(paths[index] ?? '');
    const animation = sharp(paths, { join: { animated: true } }).gif();
    const picture = await render(animation, { format: 'original', fit: 'inside' });
    const { pages = 1 } = await picture.metadata();

    expect([pages, await readColour(picture, 5, 5)]).toEqual([1, RED]);
  });

  it('refuses an image that ends too early, and leaves nothing behind', async () => {
    const whole = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#123' } })
      .composite([{ input: { create: { width: 90, height: 90, channels: 3, background: '#fa3' } } }])
      .jpeg()
      .toBuffer();
    await writeFile(source, whole.subarray(0, Math.floor(whole.length / 2)));
    const plan = planPicture({ width: 400, height: 200 }, STYLE);

    await expect(engine.render(source, folder, { ...plan, format: 'webp', quality: 80 })).rejects.toThrow(
      ImageUnreadable,
    );
    expect(await readdir(folder)).toEqual(['source']);
  });

  it('never renders SVG', async () => {
    await writeFile(
      source,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const plan = planPicture({ width: 9, height: 9 }, STYLE);

    await expect(engine.render(source, folder, { ...plan, format: 'webp', quality: 80 })).rejects.toThrow(
      ImageUnreadable,
    );
  });
});
