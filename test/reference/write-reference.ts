// `npm run docs:reference`: writes docs/configuration.md, docs/metrics.md, .env.example, the types of the management API for the
// administration, and docs/capacity.md with its chart from
// docs/bench.json and docs/growth.json, which `npm run bench -- --json FILE` makes on a machine without other work, the latter with `--entries`.
import { writeFileSync } from 'node:fs';
import { createReferenceFiles, ROOT } from './reference-files.js';

for (const [path, text] of await createReferenceFiles()) {
  writeFileSync(ROOT + path, text);
  console.log(path);
}
