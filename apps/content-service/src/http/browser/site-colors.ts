/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** The surfaces of both colour schemes: cards, and the lighter page in the dark one (`assets/pages.css`). */
const LIGHT_CARD = WHITE;
const DARK_CARD: Rgb = [0x2e, 0x2e, 0x2e];
const DARK_PAGE: Rgb = [0x1f, 0x1f, 0x1f];

/** The contrast of texts (WCAG 2.2, 1.4.3), and a bit more for rounded values. */
const TEXT_CONTRAST = 4.55;

/** The contrast of inputs and their states (WCAG 2.2, 1.4.11). */
const INPUT_CONTRAST = 3.05;

/** The share of the colour in the background of what is selected, in each colour scheme. */
const LIGHT_TINT = 0.1;
const DARK_TINT = 0.15;

/** The index of the shade of buttons in light and in dark colours, as `primaryShade` of Mantine has it. */
export const BUTTON_SHADES = { light: 8, dark: 6 } as const;

/** The index of the shade of links in dark colours; in light ones it is that of buttons. */
export const DARK_LINK_SHADE = 4;

/**
 * Ten shades of a colour, from light to dark, as Mantine has them. Texts in the shades of buttons and links can be read in both
 * colour schemes, and white can be read on buttons: the colour is darkened or lightened as far as it must be.
 *
 * @param color such as `#c2410c`
 * @returns such as `['#fdf5f1', …]`
 */
export function createShades(color: string): readonly string[] {
  const own = parseColor(color);
  const button = change(
    own,
    BLACK,
    (shade) =>
      contrast(shade, WHITE) >= TEXT_CONTRAST &&
      contrast(shade, mix(LIGHT_CARD, shade, LIGHT_TINT)) >= TEXT_CONTRAST,
  );
  const darkButton = change(button, WHITE, (shade) => contrast(shade, DARK_PAGE) >= INPUT_CONTRAST);
  const darkLink = change(
    darkButton,
    WHITE,
    (shade) =>
      contrast(shade, DARK_CARD) >= TEXT_CONTRAST &&
      contrast(shade, mix(DARK_CARD, darkButton, DARK_TINT)) >= TEXT_CONTRAST,
  );
  const shades = [
    ...[0.92, 0.8, 0.6, 0.3].map((share) => mix(darkLink, WHITE, share)),
    darkLink,
    mix(darkLink, darkButton, 0.5),
    darkButton,
    mix(darkButton, button, 0.5),
    button,
    mix(button, BLACK, 0.15),
  ];
  return shades.map(formatColor);
}

/** The contrast ratio of two colours such as `#c2410c`, 1 to 21 (WCAG 2.2, «contrast ratio»). */
export function getContrast(one: string, other: string): number {
  return contrast(parseColor(one), parseColor(other));
}

/** The first mixture with another colour, in steps of a hundredth, that passes; at last that colour. */
function change(color: Rgb, towards: Rgb, passes: (mixed: Rgb) => boolean): Rgb {
  const steps = Array.from({ length: 100 }, (_, step) => mix(color, towards, step / 100));
  return steps.find(passes) ?? towards;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (n: 0 | 1 | 2): number => Math.round(one[n] + (other[n] - one[n]) * share);
  return [at(0), at(1), at(2)];
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance (WCAG 2.2, «relative luminance»). */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function formatColor(color: Rgb): string {
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
