import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { COUNTRIES, type Country, LANGUAGES } from './countries.js';
import { loadCountries, type LoadedSite } from './load-countries.js';
import { Questions } from './questions.js';

const codes = (countries: readonly Country[]): string[] => countries.map(({ cca3 }) => cca3);

describe('the countries of the world, written over HTTP by an API client', () => {
  let database: TestDatabase;
  let site: LoadedSite;
  let questions: Questions;
  beforeAll(async () => {
    database = await createTestDatabase();
    site = await loadCountries(database.url);
    questions = new Questions(site.api);
  });
  afterAll(async () => {
    await site.service.stop();
    await database.remove();
  });

  it('are stored completely, with every name as it was sent', async () => {
    const names: unknown[] = [];
    for await (const { data } of site.api.pages('/api/node/country'))
      names.push(...data.map(({ attributes: { title, field_flag: flag } }) => [title, flag]));

    // An empty text is no value; the data set lacks one flag.
    const written = COUNTRIES.map(({ name, flag }) => [name.common, flag === '' ? null : flag]);
    expect(names).toHaveLength(written.length);
    expect(names).toEqual(expect.arrayContaining(written));
  });

  it('a filter through a relationship finds the neighbours of Germany', async () => {
    const expected = COUNTRIES.filter(({ borders }) => borders.includes('DEU'));

    const neighbours = await questions.findNeighbours('DEU');

    expect(neighbours).toEqual(codes([...expected].sort(byTitle)));
    expect(neighbours).toHaveLength(9);
  });

  it('a filter, a sort and a limit find the ten largest of Africa', async () => {
    const african = COUNTRIES.filter(({ region }) => region === 'Africa');
    const largest = [...african].sort((a, b) => b.area - a.area).slice(0, 10);

    expect(await questions.findLargest('Africa', 10)).toEqual(codes(largest));
  });

  it('a filter with include finds the landlocked of Asia with their languages', async () => {
    const landlocked = COUNTRIES.filter(({ region, landlocked: is }) => region === 'Asia' && is);

    const found = await questions.findLandlocked('Asia');

    expect(new Map([...found].map(([title, names]) => [title, names.toSorted()]))).toEqual(
      new Map(landlocked.map(({ name, languages }) => [name.common, languageNames(languages).toSorted()])),
    );
    expect(found.size).toBe(12);
  });

  it('meta.count tells how many of South America speak Spanish', async () => {
    const speaking = COUNTRIES.filter(
      ({ subregion, languages }) => subregion === 'South America' && 'spa' in languages,
    );

    expect(await questions.countSpeaking('Spanish', 'South America')).toBe(speaking.length);
  });

  it.each(['é', 'E', 'Ê'])('STARTS_WITH %s finds French names in pages of seven', async (start) => {
    const beginning = COUNTRIES.filter(({ translations }) =>
      /^[eé]/i.test(translations['fra']?.common ?? ''),
    );

    const pages = await questions.findFrenchNamePages(start, 7);

    expect(pages.map((page) => page.length)).toEqual([7, 1]);
    expect(pages.flat().toSorted()).toEqual(codes(beginning).toSorted());
  });
});

function byTitle(a: Country, b: Country): number {
  return a.name.common < b.name.common ? -1 : 1;
}

function languageNames(languages: Country['languages']): string[] {
  return Object.keys(languages).map((code) => LANGUAGES.get(code) ?? code);
}
