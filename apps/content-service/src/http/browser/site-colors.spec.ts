import fc from 'fast-check';
import { BUTTON_SHADES, createShades, DARK_LINK_SHADE, getContrast } from './site-colors.js';

const DARK_CARD = '#2e2e2e';
const DARK_PAGE = '#1f1f1f';

describe('createShades', () => {
  it.each(['#a61e4d', '#1864ab'])('keeps %s, which can be read, for buttons in light colours', (color) => {
    expect(createShades(color)[BUTTON_SHADES.light]).toBe(color);
  });

  it('makes shades of every colour that can be read in both colour schemes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
        const shades = createShades(`#${value.toString(16).padStart(6, '0')}`);
        const at = (index: number): string => shades[index] ?? '';

        expect(shades).toHaveLength(10);
        expect(getContrast(at(BUTTON_SHADES.light), '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(getContrast(at(BUTTON_SHADES.dark), '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(getContrast(at(BUTTON_SHADES.dark), DARK_PAGE)).toBeGreaterThanOrEqual(3);
        expect(getContrast(at(DARK_LINK_SHADE), DARK_CARD)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
