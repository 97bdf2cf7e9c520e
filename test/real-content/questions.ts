import type { ApiClient, CollectionDocument, Resource } from '../support/api-client.js';

/** Questions about the countries, each as the requests a client would send. */
export class Questions {
  constructor(private readonly api: ApiClient) {}

  /** Codes of the countries that name this one as a neighbour. */
  async neighboursOf(code: string): Promise<string[]> {
    return codesOf(await this.ask({ 'filter[field_borders.field_code]': code, sort: 'title' }));
  }

  /** Codes of the largest countries of a region, the largest first. */
  async largestIn(region: string, amount: number): Promise<string[]> {
    return codesOf(
      await this.ask({
        'filter[field_region.parent.name]': region,
        sort: '-field_area',
        'page[limit]': String(amount),
      }),
    );
  }

  /** Names of the landlocked countries of a region, each with the languages that came along. */
  async landlockedIn(region: string): Promise<Map<string, string[]>> {
    const { data, included = [] } = await this.ask({
      'filter[field_landlocked]': '1',
      'filter[field_region.parent.name]': region,
      include: 'field_languages',
      'fields[node--country]': 'title,field_languages',
      'fields[taxonomy_term--language]': 'name',
    });
    const names = new Map(included.map(({ id, attributes }) => [id, String(attributes['name'])]));
    return new Map(
      data.map((country) => [
        String(country.attributes['title']),
        targetsOf(country, 'field_languages').map((id) => names.get(id) ?? '(not included)'),
      ]),
    );
  }

  /** How many countries of a subregion speak a language, by the total alone. */
  async countSpeaking(language: string, subregion: string): Promise<number> {
    const { meta } = await this.ask({
      'filter[field_languages.name]': language,
      'filter[field_region.name]': subregion,
      'page[limit]': '1',
    });
    return meta.count;
  }

  /** Codes of the countries whose French name begins so, a page at a time. */
  async pagesOfFrenchNamesFrom(start: string, limit: number): Promise<string[][]> {
    const query = new URLSearchParams({
      'filter[name][condition][path]': 'field_french_name',
      'filter[name][condition][operator]': 'STARTS_WITH',
      'filter[name][condition][value]': start,
      sort: 'field_french_name',
      'page[limit]': String(limit),
    });
    const pages: string[][] = [];
    for await (const page of this.api.pages(`/api/node/country?${query.toString()}`))
      pages.push(codesOf(page));
    return pages;
  }

  private ask(parameters: Readonly<Record<string, string>>): Promise<CollectionDocument> {
    return this.api.collection(`/api/node/country?${new URLSearchParams(parameters).toString()}`);
  }
}

function codesOf({ data }: CollectionDocument): string[] {
  return data.map(({ attributes }) => String(attributes['field_code']));
}

function targetsOf({ relationships = {} }: Resource, field: string): string[] {
  return [relationships[field]?.data ?? []].flat().map(({ id }) => id);
}
