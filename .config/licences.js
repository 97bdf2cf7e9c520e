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

/** Licences of packages whose package.json names none, by package and version, with the place that states it. */
export const STATED_ELSEWHERE = {
  // Readme.md, «License»
  'pause@0.0.1': 'MIT',
};

/** An SPDX expression without its outer parentheses: `(MIT OR WTFPL)` becomes `MIT OR WTFPL`. */
export function parseLicence(text) {
  return text.replace(/^\(([^()]*)\)$/, '$1');
}

/** Whether an SPDX expression can be satisfied: every part of an AND, one part of an OR. Nested expressions are refused. */
export function allowedBy(text) {
  return parseLicence(text)
    .split(' AND ')
    .every((part) =>
      parseLicence(part)
        .split(' OR ')
        .some((id) => ALLOWED.has(id.trim())),
    );
}
