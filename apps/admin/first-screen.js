import { gzipSync } from 'node:zlib';

/**
 * Ends a build whose first screen makes people wait: the entry and everything it imports statically, as it travels
 * (gzip). What is imported later, such as the text editor, does not count.
 *
 * @param {{ kilobytes: number }} limit
 * @returns {import('vite').Plugin}
 */
export function limitFirstScreen({ kilobytes }) {
  return {
    name: 'limit-first-screen',
    apply: 'build',
    writeBundle(_, bundle) {
      const bytes = firstScreen(bundle).reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const size = `${(bytes / 1000).toFixed(0)} KB of JavaScript (gzip) for the first screen`;
      if (bytes > kilobytes * 1000) this.error(`${size}, more than ${kilobytes}.`);
      this.info(`${size}, of at most ${kilobytes}.`);
    },
  };
}

function firstScreen(bundle) {
  const found = new Set();
  const add = (fileName) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) if (chunk.isEntry) add(chunk.fileName);
  return [...found];
}
