import { useEntryTitles } from '../entries/references/use-entry-titles.js';
import type { Identifier } from '../jsonapi/document.js';

/** The entry, or another object, that an event is about. */
type Subject = Pick<Identifier, 'type' | 'id'>;

/**
 * A function that names the subjects of events, such as «The last tram · node--article»; the id stands for the title of an entry that
 * is gone, and for those of other objects.
 */
export function useSubjectTexts(
  pages: readonly (readonly { readonly subject: Subject }[])[],
): (subject: Subject) => string {
  const titles = useEntryTitles(
    pages.map((events) => events.map(({ subject: { type, id } }) => ({ type, id }))),
  );
  return ({ type, id }) => {
    const title = titles.get(id);
    if (title !== undefined) return `${title} · ${type}`;
    return type === id ? type : `${type} ${id}`;
  };
}
