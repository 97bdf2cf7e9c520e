import { readFileSync } from 'node:fs';

interface Names {
  readonly common: string;
  readonly official: string;
}

/** The members of a country that the tests use. */
export interface Country {
  readonly name: Names;
  /** ISO 3166-1 alpha-3. */
  readonly cca3: string;
  readonly tld: readonly string[];
  readonly independent: boolean | null;
  readonly capital: readonly string[];
  readonly region: string;
  readonly subregion: string;
  /** Names by ISO 639-3. */
  readonly languages: Readonly<Record<string, string>>;
  /** Names in Arabic, Chinese and French, by ISO 639-3. */
  readonly translations: Readonly<Record<string, Names>>;
  readonly latlng: readonly [latitude: number, longitude: number];
  readonly landlocked: boolean;
  /** Neighbours by ISO 3166-1 alpha-3. */
  readonly borders: readonly string[];
  /** km². */
  readonly area: number;
  readonly flag: string;
}

/** All countries of the public data set world-countries (README.md). */
export const COUNTRIES = JSON.parse(
  readFileSync(new URL('countries.json', import.meta.url), 'utf8'),
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
