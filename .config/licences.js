/** Licences that production packages may have (SPDX identifiers): permissive, compatible with Apache-2.0. */
const ALLOWED = new Set([
  'Apache-2.0',
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
]);

/**
 * Licences of single packages beside those above. libvips is a shared library in a package of its own, which sharp loads and a user can
 * replace (LGPL 3 §4; docs/adr/0013-sharp-makes-pictures.md).
 */
const ALLOWED_FOR = [{ name: /^@img\/sharp-libvips-/, licence: 'LGPL-3.0-or-later' }];

/** Licences of packages whose package.json names none, by package and version, with the place that states it. */
export const STATED_ELSEWHERE = {
  // Readme.md, «License»
  'pause@0.0.1': 'MIT',
};

/** An SPDX expression without its outer parentheses: `(MIT OR WTFPL)` becomes `MIT OR WTFPL`. */
export function parseLicence(text) {
  return text.replace(/^\(([^()]*)\)$/, '$1');
}

/** Whether a package may have a licence, an SPDX expression: every part of an AND, one part of an OR. Nested expressions are refused. */
export function allowedBy(text, name) {
  if (ALLOWED_FOR.some((allowed) => allowed.name.test(name) && allowed.licence === text)) return true;
  return parseLicence(text)
    .split(' AND ')
    .every((part) =>
      parseLicence(part)
        .split(' OR ')
        .some((id) => ALLOWED.has(id.trim())),
    );
}
