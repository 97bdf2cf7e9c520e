import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Country } from 'world-countries';

/** All countries of the public data set world-countries. */
export const COUNTRIES = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('world-countries/countries.json')), 'utf8'),
) as readonly Country[];

/** Languages by code; of two spellings in the data set the first is used. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  COUNTRIES.flatMap(({ languages }) => Object.entries(languages)).reverse(),
);

/** Subregions with their region. */
export const SUBREGIONS: ReadonlyMap<string, string> = new Map(
  COUNTRIES.filter(({ subregion }) => subregion !== '').map(({ subregion, region }) => [subregion, region]),
);

export const REGIONS: ReadonlySet<string> = new Set(COUNTRIES.map(({ region }) => region));
