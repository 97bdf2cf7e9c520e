import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

/** The files of Swagger UI that `/docs` loads; the build copies them. */
export const SWAGGER_UI_FILES: readonly string[] = [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'favicon-32x32.png',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
];

/** The folder of the installed package. */
export function findSwaggerUi(): string {
  return dirname(require.resolve('swagger-ui-dist/package.json'));
}
