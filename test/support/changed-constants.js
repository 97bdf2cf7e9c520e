// Module hooks (`node:module`) that replace the values of constants in the modules and the bundle of the service.

/** The modules of the service and of its libraries. */
const BUILT = /\/(apps\/content-service|libs\/[\w-]+)\/dist\//;

let constants = [];

export function initialize(values) {
  constants = Object.entries(values).map(([name, value]) => ({
    declaration: createDeclarationPattern(name),
    value,
  }));
}

/** The bundle writes `var NAME;` first and 2000 as `2e3`, and adds a number to a name that others have, too. */
export function createDeclarationPattern(name) {
  return new RegExp(String.raw`(\b${name}(?:\$\d+)? = )\d[\d_]*(?:e\d)?(?=;)`, 'g');
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (loaded.format !== 'module' || !BUILT.test(url)) return loaded;
  const source = constants.reduce(
    (text, { declaration, value }) => text.replace(declaration, `$1${value}`),
    String(loaded.source),
  );
  return { ...loaded, source };
}
