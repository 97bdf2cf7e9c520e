import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DomainError, formatCauses } from '@content-service/kernel';

/** A kind of adapter that is not part of this repository. */
export interface AdapterKind {
  /** The environment variable that names the module, such as `STORAGE_ADAPTER`. */
  readonly variable: string;
  /** The function that the module exports, such as `createStorage`. */
  readonly factory: string;
  /** What the function returns: the type with its article, such as `a Storage`, and in words. */
  readonly type: string;
  readonly noun: string;
  /** The names of the members that a returned value lacks. */
  readonly findMissingMembers: (value: unknown) => readonly string[];
}

/** A module that a variable names is no adapter of its kind. */
export class AdapterUnusable extends DomainError {
  constructor(variable: string, specifier: string, fault: string, cause?: unknown) {
    super(`${variable.toLowerCase()}_unusable`, `${variable} '${specifier}' ${fault}`, { cause });
  }
}

/**
 * Calls the factory of a module that is not part of this repository. Its imports of `@content-service/…` are those of the
 * service, wherever the module is, so that both have the same classes.
 *
 * @param specifier the name of a package installed beside the service, or a path that begins with `/`, `./` or `../` (from
 *   the working folder)
 * @throws AdapterUnusable
 */
export async function createWithAdapter<Product>(
  { variable, factory, type, noun, findMissingMembers }: AdapterKind,
  specifier: string,
  options: unknown,
): Promise<Product> {
  shareServicePackages();
  const exports = await importModule(variable, specifier);
  const create = exports[factory];
  if (typeof create !== 'function') {
    const names = Object.keys(exports).join(', ') || 'nothing';
    throw new AdapterUnusable(
      variable,
      specifier,
      `must export a function ${factory}(options) that returns ${type}; it exports ${names}.`,
    );
  }
  const product = await (create as (options: unknown) => Product | Promise<Product>)(options);
  const missing = findMissingMembers(product);
  if (missing.length === 0) return product;
  throw new AdapterUnusable(variable, specifier, `returned ${noun} without ${missing.join(', ')}.`);
}

async function importModule(variable: string, specifier: string): Promise<Readonly<Record<string, unknown>>> {
  const isPath = /^\.{0,2}\//.test(specifier);
  try {
    return (await import(isPath ? pathToFileURL(resolve(specifier)).href : specifier)) as Record<
      string,
      unknown
    >;
  } catch (error) {
    throw new AdapterUnusable(variable, specifier, `cannot be loaded: ${formatCauses(error)}`, error);
  }
}

let isShared = false;

function shareServicePackages(): void {
  if (isShared) return;
  isShared = true;
  register('./service-packages.hook.js', { parentURL: import.meta.url, data: import.meta.url });
}
