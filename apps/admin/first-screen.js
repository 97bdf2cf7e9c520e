import { gzipSync } from 'node:zlib';

/**
 * A Vite plugin that fails a build with too much JavaScript for the first screen: the entry chunk and its static imports,
 * compressed with gzip. Dynamic imports, such as the text editor, do not count.
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

function getFirstScreenChunks(bundle) {
  const chunks = new Set();
  const add = (fileName) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) if (chunk.isEntry) add(chunk.fileName);
  return [...chunks];
}
