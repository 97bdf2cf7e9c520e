// For `node --import`: SIGUSR2 makes every SQLite database of the process full as it is (`max_page_count`), the next SIGUSR2
// gives it room again.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const path = require.resolve('better-sqlite3');
const Database = require(path);
const opened = new Set();
let isFull = false;

require.cache[path].exports = class extends Database {
  constructor(...args) {
    super(...args);
    opened.add(this);
  }
};

process.on('SIGUSR2', () => {
  isFull = !isFull;
  for (const database of opened) {
    if (!database.open || database.readonly) continue;
    const pages = isFull ? database.pragma('page_count', { simple: true }) : 2 ** 31;
    database.pragma(`max_page_count = ${pages}`);
  }
});
