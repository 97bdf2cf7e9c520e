import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installOnDemand } from '../support/on-demand-packages.js';

interface TranslatedPath {
  readonly resolved: string;
  readonly isHomePath: boolean;
  readonly entity: { readonly uuid: string; readonly path: string };
  readonly redirect?: readonly { readonly from: string; readonly to: string; readonly status: string }[];
}

interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly items?: readonly MenuItem[];
}

interface DrupalMenu {
  readonly items: readonly MenuItem[];
  readonly tree?: readonly MenuItem[];
}

/** The used part of next-drupal. Its own types import those of Next.js, which change the type of `process.env` globally. */
export interface Drupal {
  getResourceCollection(type: string, options: { params: object }): Promise<readonly { title: string }[]>;
  getResource(
    type: string,
    id: string,
    options?: { params: object },
  ): Promise<Readonly<Record<string, unknown>>>;
  translatePath(path: string): Promise<TranslatedPath | null>;
  getResourceByPath(
    path: string,
    options?: { params: object },
  ): Promise<Readonly<Record<string, unknown>> | null>;
  getMenu(name: string, options?: { params: object }): Promise<DrupalMenu>;
  createResource(type: string, body: object): Promise<{ id: string }>;
  createFileResource(type: string, body: object): Promise<{ id: string; filename: string }>;
  updateResource(type: string, id: string, body: object): Promise<unknown>;
  deleteResource(type: string, id: string): Promise<boolean>;
}

/** The client of websites with Next.js's pages router. */
export interface DrupalPages extends Drupal {
  translatePathFromContext(context: object): Promise<TranslatedPath | null>;
  getResourceFromContext(
    input: string | TranslatedPath,
    context: object,
  ): Promise<Readonly<Record<string, unknown>> | null>;
}

type Client<T> = new (baseUrl: string, options: object) => T;

export interface NextDrupalModule {
  readonly NextDrupal: Client<Drupal>;
  readonly NextDrupalPages: Client<DrupalPages>;
}

/**
 * Loads next-drupal from the package of this folder. Its entry point imports neither Next.js nor React (they belong to
 * `next-drupal/draft` and `/navigation`), which `overrides` leaves out: 4 MB instead of 330.
 *
 * @throws Error with the remedy when npm cannot install it
 */
export async function loadNextDrupal(): Promise<NextDrupalModule> {
  const packages = await installOnDemand(fileURLToPath(new URL('.', import.meta.url)));
  const entryPoint = pathToFileURL(join(packages, 'next-drupal/dist/index.js')).href;
  return (await import(entryPoint)) as NextDrupalModule;
}
