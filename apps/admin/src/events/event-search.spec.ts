import { buildEventsPath, parseEventSearch } from './event-search.js';

describe('buildEventsPath', () => {
  it.each([
    [{}, '/events?order=newest'],
    [{ type: 'entry.published', subject: '', other: 1 }, '/events?order=newest&type=entry.published'],
    [{ subject: 'a&b' }, '/events?order=newest&subject=a%26b'],
    [{ subject: 'shop', subjectType: 'client' }, '/events?order=newest&subject=shop&subjectType=client'],
  ])('%j: %s', (search, path) => {
    expect(buildEventsPath(parseEventSearch(search))).toBe(path);
  });
});
