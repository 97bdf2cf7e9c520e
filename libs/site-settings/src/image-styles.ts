import type { MemberRule, MemberRules, NewOf } from '@content-service/kernel';
import { findListProblem, type SettingProblem } from './list-rule.js';

const SIDE = { type: 'integer', minimum: 1, maximum: 4096 } as const satisfies MemberRule;

/** The members of an image style. All but `width` and `height` are required. */
export const IMAGE_STYLE_MEMBERS = {
  name: {
    type: 'string',
    required: true,
    // `self` is the link of every resource.
    pattern: '^(?!self$)[a-z][a-z0-9_]{0,31}$',
    description: 'The name of the link of each image, such as `large`.',
  },
  label: { type: 'string', required: true, minLength: 1, maxLength: 255 },
  width: { ...SIDE, description: 'Pixels. At least one of `width` and `height` is set.' },
  height: { ...SIDE, description: 'Pixels.' },
  fit: {
    type: 'string',
    required: true,
    enum: ['cover', 'inside', 'contain'],
    description:
      '`inside`: the whole image within the size. `cover`: the size filled, cropped around the focal point. `contain`: the whole image in the middle of the size. The last two need both sides.',
  },
  format: {
    type: 'string',
    required: true,
    enum: ['webp', 'jpeg', 'png', 'avif', 'original'],
    description: '`original`: that of the file.',
  },
  quality: {
    type: 'integer',
    required: true,
    minimum: 1,
    maximum: 100,
    description: 'Of formats with losses.',
  },
  enlarge: {
    type: 'boolean',
    required: true,
    description: 'Whether images that are smaller than the size are enlarged.',
  },
} as const satisfies MemberRules;

/** How pictures of one size are made from images, such as `{ name: 'large', width: 1200, fit: 'inside', … }`. */
export type ImageStyle = NewOf<typeof IMAGE_STYLE_MEMBERS>;

export const IMAGE_STYLES_MAXIMUM = 30;

const inside = (name: string, label: string, width: number): ImageStyle => ({
  ...{ name, label, width },
  ...{ fit: 'inside', format: 'webp', quality: 80, enlarge: false },
});

/** WebP: an AVIF takes the processor 25 times as long. */
export const DEFAULT_IMAGE_STYLES: readonly ImageStyle[] = [
  inside('thumbnail', 'Thumbnail', 220),
  inside('medium', 'Medium', 480),
  inside('large', 'Large', 1200),
  { ...inside('square', 'Square', 400), height: 400, fit: 'cover' },
  inside('wide', 'Wide', 1920),
];

/** The rest of the message «imageStyles must be …». */
export const IMAGE_STYLES_RULE = `a list of at most ${IMAGE_STYLES_MAXIMUM} styles with different names such as {"name":"large","label":"Large","width":1200,"fit":"inside","format":"webp","quality":80,"enlarge":false}`;

/** @returns the first problem; `undefined` for a valid list */
export function findImageStylesProblem(value: unknown): SettingProblem | undefined {
  return findListProblem(value, {
    members: IMAGE_STYLE_MEMBERS,
    maximum: IMAGE_STYLES_MAXIMUM,
    items: 'styles',
    expectation: IMAGE_STYLES_RULE,
    findItemProblem: ({ fit, width, height }) =>
      (width === undefined || height === undefined) && (fit !== 'inside' || width === height)
        ? {
            pointer: '',
            expectation: 'a list of styles with width or height, and with both where fit is cover or contain',
            rule: { required: ['width', 'height'] },
          }
        : undefined,
  });
}
