import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Country } from 'world-countries';

/** All countries of the public data set, as they are. */
export const COUNTRIES = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('world-countries/countries.json')), 'utf8'),
) as readonly Country[];

/** Languages by code; the data set spells some names in two ways, of which the first counts. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  COUNTRIES.flatMap(({ languages }) => Object.entries(languages)).reverse(),
);

/** Subregions with the region they lie in. */
export const SUBREGIONS: ReadonlyMap<string, string> = new Map(
  COUNTRIES.filter(({ subregion }) => subregion !== '').map(({ subregion, region }) => [subregion, region]),
);

export const REGIONS: ReadonlySet<string> = new Set(COUNTRIES.map(({ region }) => region));
