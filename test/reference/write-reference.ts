// `npm run docs:reference`: writes docs/configuration.md, docs/metrics.md, .env.example, and docs/capacity.md with its chart from
// docs/bench.json, which `npm run bench -- --json docs/bench.json` makes on a machine without other work.
import { writeFileSync } from 'node:fs';
import { createReferenceFiles, ROOT } from './reference-files.js';

for (const [path, text] of await createReferenceFiles()) {
  writeFileSync(ROOT + path, text);
  console.log(path);
}
