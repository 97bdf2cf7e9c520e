/**
 * The page that shows the description. Paths begin at the root, so that `/docs` and `/docs/` find the same files.
 *
 * @param basePath the path of the base URL as `URL` gives it, which has percent-encoded what HTML must not hold
 */
export function docsPage(basePath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Content service: interface description</title>
    <link rel="icon" type="image/png" href="${basePath}/docs/favicon-32x32.png">
    <link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
  </head>
  <body>
    <main id="description" data-url="${basePath}/openapi.json" data-folder="${basePath}/docs/">
      <noscript>This page needs JavaScript; the description itself is at <a href="${basePath}/openapi.json">openapi.json</a>.</noscript>
    </main>
    <script src="${basePath}/docs/swagger-ui-bundle.js"></script>
    <script src="${basePath}/docs/start.js"></script>
  </body>
</html>
`;
}

/** Starts Swagger UI, without the service on the web that it would ask to validate the description. */
export const START_SCRIPT = `const page = document.getElementById('description');
const { url, folder } = page.dataset;
const ui = SwaggerUIBundle({
  domNode: page,
  url,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: 'none',
  oauth2RedirectUrl: new URL(folder + 'oauth2-redirect.html', location.href).href,
});
ui.initOAuth({ usePkceWithAuthorizationCodeGrant: true });
`;

/**
 * Nothing is loaded from elsewhere, and requests go to the service only, under the origin of the page or of its base
 * URL. Swagger UI has its icons in its stylesheet, as `data:` images.
 */
export function docsPolicy(baseOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${baseOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
