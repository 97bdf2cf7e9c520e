import type { ApiClient, Identifier, Resource } from '../support/api-client.js';
import { mapConcurrently } from '../support/map-concurrently.js';
import { COUNTRIES, type Country, LANGUAGES, REGIONS, SUBREGIONS } from './countries.js';

/** The created entries by their key in the data set. */
type Entries = ReadonlyMap<string, Identifier>;

/**
 * Writes all entries through the public API: regions, subregions, languages, countries.
 * Borders are references between countries, so they are written after all countries.
 *
 * @param api a client with the scope `content:administer`, at a site that allows writing
 * @returns the countries by their code
 */
export async function writeCountries(api: ApiClient): Promise<Entries> {
  const regions = await createAll(api, 'taxonomy_term--region', REGIONS, (name) => [name, { name }]);
  const subregions = await createAll(api, 'taxonomy_term--region', SUBREGIONS, ([name, region]) => [
    name,
    { name },
    { parent: { data: linkage([region], regions) } },
  ]);
  const languages = await createAll(api, 'taxonomy_term--language', LANGUAGES, ([code, name]) => [
    code,
    { name, field_code: code },
  ]);
  const places = new Map([...regions, ...subregions]);
  const countries = await createAll(api, 'node--country', COUNTRIES, (country) => [
    country.cca3,
    toAttributes(country),
    {
      field_region: { data: linkage([country.subregion || country.region], places)[0] ?? null },
      field_languages: { data: linkage(Object.keys(country.languages), languages) },
    },
  ]);
  await writeBorders(api, countries);
  return countries;
}

async function writeBorders(api: ApiClient, countries: Entries): Promise<void> {
  const bordering = COUNTRIES.filter(({ borders }) => borders.length > 0);
  await mapConcurrently(bordering, async ({ cca3, borders }) => {
    const [country] = linkage([cca3], countries);
    const relationships = { field_borders: { data: linkage(borders, countries) } };
    if (country !== undefined) await api.update(country, { relationships });
  });
}

async function createAll<T>(
  api: ApiClient,
  type: string,
  all: Iterable<T>,
  toEntry: (
    one: T,
  ) => [key: string, attributes: Resource['attributes'], relationships?: Resource['relationships']],
): Promise<Entries> {
  const created = await mapConcurrently([...all], async (one) => {
    const [key, attributes, relationships = {}] = toEntry(one);
    const { id } = await api.create(type, { attributes, relationships });
    return [key, { type, id }] as const;
  });
  return new Map(created);
}

function linkage(keys: readonly string[], entries: Entries): Identifier[] {
  return keys.flatMap((key) => entries.get(key) ?? []);
}

function toAttributes(country: Country): Resource['attributes'] {
  const { name, cca3, translations, flag, capital, tld, area, latlng, landlocked, independent } = country;
  return {
    title: name.common,
    field_code: cca3,
    field_official_name: name.official,
    field_french_name: translations['fra']?.common ?? null,
    field_flag: flag,
    field_capitals: capital,
    field_domains: tld,
    field_area: area,
    field_latitude: latlng[0],
    field_longitude: latlng[1],
    field_landlocked: landlocked,
    field_independent: independent,
    field_translations: translations,
  };
}
