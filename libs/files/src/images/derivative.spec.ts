import type { ImageStyle } from '@content-service/site-settings';
import { describePicture, findOriginalImage, isPresentDerivative, type OriginalImage } from './derivative.js';
import { planPicture } from './picture-plan.js';

const ID = '0190163d-8694-739b-aea5-966c26f8ad8e';

const STYLE: ImageStyle = {
  ...{ name: 'large', label: 'Large', width: 1200 },
  ...{ fit: 'inside', format: 'webp', quality: 80, enlarge: false },
};

const IMAGE: OriginalImage = {
  ...{ id: ID, name: 'Straßenbahn 7.JPG', format: 'jpeg', width: 4000, height: 3000 },
  focalPoint: { x: 50, y: 50 },
};

const ATTRIBUTES = {
  ...{ filename: 'tram.jpg', filemime: 'image/jpeg', width: 4000, height: 3000, focal_point: null },
  uri: { value: `public://${ID}/tram.jpg`, url: `/files/${ID}/tram.jpg` },
};

describe('planPicture', () => {
  it.each<[image: string, style: Partial<ImageStyle>, size: string]>([
    ['4000x3000', { width: 1200 }, '1200x900'],
    ['4000x3000', { width: undefined, height: 300 }, '400x300'],
    ['4000x3000', { width: 1200, height: 300 }, '400x300'],
    ['800x600', { width: 1200 }, '800x600'],
    ['800x600', { width: 1200, enlarge: true }, '1200x900'],
    ['4000x3', { width: 100 }, '100x1'],
    // The open side ends at 8192 pixels.
    ['10x10000', { width: 4096, enlarge: true }, '8x8192'],
    ['4000x3000', { width: 400, height: 400, fit: 'cover' }, '400x400'],
    ['300x200', { width: 400, height: 400, fit: 'cover' }, '200x200'],
    ['300x200', { width: 400, height: 400, fit: 'cover', enlarge: true }, '400x400'],
    ['300x200', { width: 400, height: 100, fit: 'cover' }, '300x75'],
    ['300x200', { width: 400, height: 400, fit: 'contain' }, '400x400'],
  ])('makes of %s by %j a picture of %s', (image, change, expected) => {
    const [width = 0, height = 0] = image.split('x').map(Number);
    const { size } = planPicture({ width, height }, { ...STYLE, ...change });

    expect(`${size.width}x${size.height}`).toBe(expected);
  });

  it('keeps the crop within the image', () => {
    const style = { ...STYLE, width: 400, height: 400, fit: 'cover' } as const;
    const crop = (x: number, y: number) => planPicture({ width: 4000, height: 3000 }, style, { x, y }).crop;

    expect(crop(0, 0)).toEqual({ left: 0, top: 0, width: 3000, height: 3000 });
    expect(crop(50, 50)).toEqual({ left: 500, top: 0, width: 3000, height: 3000 });
    expect(crop(100, 100)).toEqual({ left: 1000, top: 0, width: 3000, height: 3000 });
  });
});

describe('describePicture', () => {
  it('names the picture by the base name of the file and the extension of the format', () => {
    const picture = describePicture(IMAGE, STYLE);

    expect(picture).toMatchObject({ name: 'Straßenbahn 7.webp', mediaType: 'image/webp' });
    expect(picture.path).toBe(`/files/${ID}/large/${picture.version}/Stra%C3%9Fenbahn%207.webp`);
    expect(picture.key).toBe(`styles/8e/${ID}/large-${picture.version}.webp`);
    expect(describePicture(IMAGE, { ...STYLE, format: 'original' }).name).toBe('Straßenbahn 7.jpg');
  });

  it('has a version that changes with what is drawn, and with the focal point where the style crops', () => {
    const { version } = describePicture(IMAGE, STYLE);
    const elsewhere = { ...IMAGE, focalPoint: { x: 10, y: 90 } };
    const cover = { ...STYLE, height: 400, fit: 'cover' } as const;

    expect(version).toMatch(/^[\da-f]{8}$/);
    expect(describePicture(IMAGE, { ...STYLE, label: 'Big' }).version).toBe(version);
    expect(describePicture(IMAGE, { ...STYLE, quality: 81 }).version).not.toBe(version);
    expect(describePicture(elsewhere, STYLE).version).toBe(version);
    expect(describePicture(elsewhere, cover).version).not.toBe(describePicture(IMAGE, cover).version);
  });
});

describe('findOriginalImage', () => {
  it('finds images of pixels whose size is known and whose bytes are stored here', () => {
    expect(findOriginalImage(ID, ATTRIBUTES)).toEqual({
      ...{ id: ID, name: 'tram.jpg', format: 'jpeg', width: 4000, height: 3000 },
      focalPoint: { x: 50, y: 50 },
    });
    for (const change of [
      { filemime: 'image/svg+xml' },
      { filemime: 'application/pdf' },
      { filemime: 'image/constructor' },
      { width: null },
      { uri: 'https://example.com/tram.jpg' },
    ])
      expect(findOriginalImage(ID, { ...ATTRIBUTES, ...change })).toBeUndefined();
  });
});

describe('isPresentDerivative', () => {
  it('is true for the pictures of the present styles and focal point alone', () => {
    const cover = { ...STYLE, name: 'square', height: 400, fit: 'cover' } as const;
    const styles = [STYLE, cover];
    const { key } = describePicture(IMAGE, cover);

    expect(isPresentDerivative(key, IMAGE, styles)).toBe(true);
    expect(isPresentDerivative(key, IMAGE, [STYLE])).toBe(false);
    expect(isPresentDerivative(key, IMAGE, [{ ...cover, width: 300 }])).toBe(false);
    expect(isPresentDerivative(key, { ...IMAGE, focalPoint: { x: 0, y: 0 } }, styles)).toBe(false);
    expect(isPresentDerivative(key, undefined, styles)).toBe(false);
  });
});
