import { articleType, context, entry, toUuid } from '../articles.fixture.js';
import { DocumentTooLarge } from '../jsonapi.errors.js';
import { DocumentSize } from './document-size.js';
import {
  serializeCollectionDocument,
  serializeEntryDocument,
  serializeRelatedDocument,
} from './entry-documents.js';

describe('DocumentSize', () => {
  it.each([
    ['x', 1],
    ['é', 2],
    ['中', 3],
    ['🎉', 4],
  ])('counts the UTF-8 bytes of %s', (character, bytes) => {
    const size = new DocumentSize(100 * bytes);
    for (let n = 0; n < 10; n++) size.add(character.repeat(10));

    expect(() => {
      size.add('x');
    }).toThrow(new DocumentTooLarge(100 * bytes));
  });
});

describe('the maximum bytes of a document', () => {
  const bytesMaximum = 5000;
  const long = (n: number): ReturnType<typeof entry> =>
    entry('node--article', toUuid('a', n), { title: 'x'.repeat(3000), field_rating: n });
  const reading = { included: undefined, omitted: [] };
  const page = { ...reading, entries: [long(1), long(2)], count: 2, more: false };
  const request = { type: articleType, sort: [], offset: 0, limit: 50 };

  it('limit a collection', () => {
    expect(() => serializeCollectionDocument(page, request, { ...context, bytesMaximum })).toThrow(
      DocumentTooLarge,
    );
    expect(serializeCollectionDocument(page, request, { ...context, bytesMaximum: 9000 })).toContain(
      toUuid('a', 2),
    );
  });

  it('do not count fields outside the sparse fieldset', () => {
    const fields = new Map([['node--article', new Set(['field_rating'])]]);

    expect(serializeCollectionDocument(page, request, { ...context, fields, bytesMaximum })).toContain(
      toUuid('a', 2),
    );
  });

  it('limit the included entries of a single read, but not the entry', () => {
    const alone = { ...reading, entry: long(1) };
    const small = { ...context, bytesMaximum: 100 };

    expect(serializeEntryDocument(alone, small)).toContain(toUuid('a', 1));
    expect(() => serializeEntryDocument({ ...alone, included: [long(2)] }, small)).toThrow(DocumentTooLarge);
  });

  it('limit the targets of a to-many relationship, but not of a to-one', () => {
    const related = { ...reading, host: long(1), entries: [long(2)] };
    const small = { ...context, bytesMaximum: 100 };

    expect(serializeRelatedDocument({ ...related, multiple: false }, 'field_main_tag', small)).toContain(
      toUuid('a', 2),
    );
    expect(() => serializeRelatedDocument({ ...related, multiple: true }, 'field_tags', small)).toThrow(
      DocumentTooLarge,
    );
  });
});
