import { gzipSync } from 'node:zlib';

/**
 * A Vite plugin that fails a build with too much JavaScript for the first screen: the scripts of `index.html` and their static
 * imports, compressed with gzip. Dynamic imports, such as the text editor, do not count.
 *
 * @param {{ kilobytes: number }} limit
 * @returns {import('vite').Plugin}
 */
export function limitFirstScreen({ kilobytes }) {
  return {
    name: 'limit-first-screen',
    apply: 'build',
    writeBundle(_, bundle) {
      const bytes = getFirstScreenChunks(bundle).reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const size = `${(bytes / 1000).toFixed(0)} KB of JavaScript (gzip) for the first screen`;
      if (bytes > kilobytes * 1000) this.error(`${size}, more than the limit of ${kilobytes}.`);
      this.info(`${size}; the limit is ${kilobytes}.`);
    },
  };
}

/** The scripts of `index.html`, and the chunks that they import statically. */
function getFirstScreenChunks(bundle) {
  const chunks = new Set();
  const add = (fileName) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports.forEach(add);
  };
  for (const [, fileName] of bundle['index.html'].source.matchAll(/<script[^>]* src="\.\/([^"]+)"/g))
    add(fileName);
  return [...chunks];
}
