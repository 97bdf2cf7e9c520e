// `npm run docs:reference`: writes docs/configuration.md, docs/metrics.md and .env.example.
import { writeFileSync } from 'node:fs';
import { createReferenceFiles, ROOT } from './reference-files.js';

for (const [path, text] of await createReferenceFiles()) {
  writeFileSync(ROOT + path, text);
  console.log(path);
}
