import { transformSync } from '@babel/core';
import { getConfig } from '@lingui/conf';

const linguiConfig = getConfig({ cwd: import.meta.dirname });

/**
 * Replaces the macros of Lingui (`t`, `plural`, `<Trans>`) by calls with the id of the message. The English text stays in the
 * call, so English needs no catalogue.
 *
 * @param {string} code TypeScript
 * @param {string} path of its file
 * @returns {{ code: string, map: object }} TypeScript without macros
 */
export function expandMacros(code, path) {
  return transformSync(code, {
    filename: path,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig, stripMessageField: false }]],
  });
}

/**
 * A Vite plugin that expands the macros of Lingui.
 *
 * @returns {import('vite').Plugin}
 */
export function linguiMacros() {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      handler: (code, path) => expandMacros(code, path),
    },
  };
}
