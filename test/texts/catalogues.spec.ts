import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readFile } from 'node:fs/promises';
import { PAGE_TEXTS, TRANSLATED_PAGE_TEXTS } from '@content-service/app';
import { SCOPES } from '@content-service/scopes';

const po = formatter({ lineNumbers: false });

/** The names of the values and the numbers of the elements of a message, such as `['<0>', 'count']`. */
function listParts(message: string): readonly string[] {
  const elements = message.match(/<\/?\d+\/?>/g) ?? [];
  const names = (token: unknown): readonly string[] => {
    if (!Array.isArray(token)) return [];
    const [name, , options] = token as readonly unknown[];
    const cases = typeof options === 'object' && options !== null ? Object.values(options) : [];
    return [
      String(name),
      ...cases.flatMap((texts: unknown) => (Array.isArray(texts) ? texts.flatMap(names) : [])),
    ];
  };
  return [...new Set([...elements, ...[compileMessage(message)].flat().flatMap(names)])].toSorted();
}

describe.each(['de', 'fr', 'es'])('the catalogue %s of the administration', (locale) => {
  it('translates every text, with its values and elements', async () => {
    const file = new URL(`../../apps/admin/src/locales/${locale}.po`, import.meta.url);
    const catalogue = await po.parse(await readFile(file, 'utf8'), {
      locale,
      sourceLocale: 'en',
      filename: file.pathname,
    });
    const messages = Object.values(catalogue).filter(({ obsolete }) => obsolete !== true);

    expect(messages.length).toBeGreaterThan(1000);
    const faults = messages.filter(
      ({ message = '', translation }) =>
        translation === '' || listParts(message).join(' ') !== listParts(translation).join(' '),
    );
    expect(faults.map(({ message, translation }) => [message, translation])).toEqual([]);
  });
});

describe.each(Object.entries(TRANSLATED_PAGE_TEXTS))('the texts of pages in %s', (_, texts) => {
  it('have the values and elements of the English ones', () => {
    const list = (text: string): readonly string[] =>
      (text.match(/\{\w+\}|<\/?[a-z][^<>]{0,99}>/g) ?? []).toSorted();
    const faults = Object.entries(texts).filter(
      ([name, text = '']) =>
        !name.startsWith('scope.') &&
        list(text).join(' ') !== list(PAGE_TEXTS[name as keyof typeof PAGE_TEXTS]).join(' '),
    );

    expect(faults).toEqual([]);
  });

  it('describe every scope', () => {
    expect(SCOPES.map(({ name }) => name).filter((name) => texts[`scope.${name}`] === undefined)).toEqual([]);
  });
});
