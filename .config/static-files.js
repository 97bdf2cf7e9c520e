// Compressed copies of the files that browsers load, `name.js.br` and `name.js.gz`, which are sent to clients that accept them
// (apps/content-service/src/http/protocol/static-files.ts).
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Types that are not compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;

/** In bytes; below, a copy saves no packet. */
const MINIMUM_LENGTH = 1024;

/** Writes the compressed copies of the files of a folder. */
export function compressFiles(folder) {
  for (const name of readdirSync(folder).filter((file) => COMPRESSIBLE.test(file))) {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length < MINIMUM_LENGTH) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** Writes the files that /docs loads, with compressed copies, into dist/static of the compiled service. */
export async function writeStaticFiles() {
  const service = new URL('../apps/content-service/', import.meta.url);
  const { findSwaggerUi, SWAGGER_UI_FILES } = await import(
    new URL('dist/http/openapi/swagger-ui.js', service)
  );
  const folder = fileURLToPath(new URL('dist/static/', service));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const swaggerUi = findSwaggerUi();
  for (const name of [...SWAGGER_UI_FILES, 'LICENSE', 'NOTICE'])
    cpSync(join(swaggerUi, name), join(folder, name));
  for (const name of ['docs.js', 'guide.css'])
    cpSync(fileURLToPath(new URL(`assets/${name}`, service)), join(folder, name));
  compressFiles(folder);
}
