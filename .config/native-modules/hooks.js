const globals = new URL('globals.js', import.meta.url).href;

/** Resolves '@jest/globals', whose own module refuses to be loaded outside of Jest's module registry. */
export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
}
