import {
  formatAddress,
  formatEntryUri,
  getTargetKind,
  isTarget,
  parseEntryUri,
  toUri,
} from './link-target.js';

const ID = '0192f0c8-9b3d-7f40-8a55-2c6d1e7f9b02';

describe('toUri', () => {
  it.each([
    ['/about', 'internal:/about', '/about'],
    ['/about?a=b#c', 'internal:/about?a=b#c', '/about?a=b#c'],
    ['example.com', 'https://example.com', 'https://example.com'],
    [' https://example.com/x ', 'https://example.com/x', 'https://example.com/x'],
    ['route:<button>', 'route:<button>', 'route:<button>'],
  ])('makes a URI of %s', (typed, uri, shown) => {
    expect(toUri(typed)).toBe(uri);
    expect(formatAddress(uri)).toBe(shown);
    expect(isTarget(uri)).toBe(true);
  });

  it.each(['', 'about us', 'internal:about', 'https:'])('makes no target of %j', (typed) => {
    expect(isTarget(toUri(typed))).toBe(false);
  });
});

describe('getTargetKind', () => {
  it.each([
    ['', 'entry'],
    [`entity:node/${ID}`, 'entry'],
    ['entity:node/7', 'address'],
    ['route:<front>', 'front'],
    ['route:<nolink>', 'none'],
    ['internal:/about', 'address'],
    ['https://example.com', 'address'],
  ])('of %j is %s', (uri, kind) => {
    expect(getTargetKind(uri)).toBe(kind);
  });
});

describe('formatEntryUri', () => {
  it('names the entity type, which parseEntryUri finds again', () => {
    const uri = formatEntryUri('node--article', ID);

    expect(uri).toBe(`entity:node/${ID}`);
    expect(parseEntryUri(uri)).toEqual({ entityType: 'node', id: ID });
    expect(parseEntryUri(`${uri}?page=2#top`)).toEqual({ entityType: 'node', id: ID });
  });
});
