import type { ApiClient, CollectionDocument, Resource } from '../support/api-client.js';

/** Queries about the countries as a client would send them. */
export class Questions {
  constructor(private readonly api: ApiClient) {}

  /** Codes of the countries that list this one as a neighbour. */
  async findNeighbours(code: string): Promise<string[]> {
    return getCodes(await this.ask({ 'filter[field_borders.field_code]': code, sort: 'title' }));
  }

  /** Codes of the largest countries of a region, the largest first. */
  async findLargest(region: string, amount: number): Promise<string[]> {
    return getCodes(
      await this.ask({
        'filter[field_region.parent.name]': region,
        sort: '-field_area',
        'page[limit]': String(amount),
      }),
    );
  }

  /** Names of the landlocked countries of a region with their included languages. */
  async findLandlocked(region: string): Promise<Map<string, string[]>> {
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
        getTargets(country, 'field_languages').map((id) => names.get(id) ?? '(not included)'),
      ]),
    );
  }

  /** The number of countries of a subregion with a language, from meta.count. */
  async countSpeaking(language: string, subregion: string): Promise<number> {
    const { meta } = await this.ask({
      'filter[field_languages.name]': language,
      'filter[field_region.name]': subregion,
      'page[limit]': '1',
    });
    return meta.count;
  }

  /** Codes of the countries whose French name starts with a text, page by page. */
  async findFrenchNamePages(start: string, limit: number): Promise<string[][]> {
    const query = new URLSearchParams({
      'filter[name][condition][path]': 'field_french_name',
      'filter[name][condition][operator]': 'STARTS_WITH',
      'filter[name][condition][value]': start,
      sort: 'field_french_name',
      'page[limit]': String(limit),
    });
    const pages: string[][] = [];
    for await (const page of this.api.pages(`/api/node/country?${query.toString()}`))
      pages.push(getCodes(page));
    return pages;
  }

  private ask(parameters: Readonly<Record<string, string>>): Promise<CollectionDocument> {
    return this.api.collection(`/api/node/country?${new URLSearchParams(parameters).toString()}`);
  }
}

function getCodes({ data }: CollectionDocument): string[] {
  return data.map(({ attributes }) => String(attributes['field_code']));
}

function getTargets({ relationships = {} }: Resource, field: string): string[] {
  return [relationships[field]?.data ?? []].flat().map(({ id }) => id);
}
