import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installOnDemand } from '../support/on-demand-packages.js';

/** The used part of next-drupal. Its own types import those of Next.js, which change the type of `process.env` globally. */
export interface Drupal {
  getResourceCollection(type: string, options: { params: object }): Promise<readonly { title: string }[]>;
  getResource(
    type: string,
    id: string,
    options?: { params: object },
  ): Promise<Readonly<Record<string, unknown>>>;
  translatePath(path: string): Promise<{ entity: { uuid: string } } | null>;
  createResource(type: string, body: object): Promise<{ id: string }>;
  updateResource(type: string, id: string, body: object): Promise<unknown>;
  deleteResource(type: string, id: string): Promise<boolean>;
}

export type NextDrupal = new (baseUrl: string, options: object) => Drupal;

/**
 * Loads next-drupal from the package of this folder. Its entry point imports neither Next.js nor React (they belong to
 * `next-drupal/draft` and `/navigation`), which `overrides` leaves out: 4 MB instead of 330.
 *
 * @throws Error with the remedy when npm cannot install it
 */
export async function loadNextDrupal(): Promise<NextDrupal> {
  const packages = await installOnDemand(fileURLToPath(new URL('.', import.meta.url)));
  const entryPoint = pathToFileURL(join(packages, 'next-drupal/dist/index.js')).href;
  return ((await import(entryPoint)) as { readonly NextDrupal: NextDrupal }).NextDrupal;
}
