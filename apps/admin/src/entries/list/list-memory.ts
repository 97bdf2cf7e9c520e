import { type EntriesSearch, isListLayout, PAGE_SIZES } from './entries-search.js';

/** What the browser remembers of the table of a resource type, for each user that signs in there. */
export interface ListMemory extends Pick<EntriesSearch, 'columns' | 'size' | 'view'> {
  /** Widths of columns in pixels by field name. */
  readonly widths?: Readonly<Record<string, number>>;
}

const formatKey = (userId: string, type: string): string => `content-service.list.${userId}.${type}`;

/** Reads what was remembered; nothing where the browser stores nothing. */
export function readListMemory(userId: string, type: string): ListMemory {
  try {
    return parseListMemory(JSON.parse(localStorage.getItem(formatKey(userId, type)) ?? '{}'));
  } catch {
    return {};
  }
}

/** A search with the remembered columns, page size and layout, unless it has its own. */
export function withRemembered(search: EntriesSearch, { columns, size, view }: ListMemory): EntriesSearch {
  return {
    ...(columns === undefined ? {} : { columns }),
    ...(size === undefined ? {} : { size }),
    ...(view === undefined ? {} : { view }),
    ...search,
  };
}

/** Adds to what is remembered; does nothing where the browser stores nothing. */
export function rememberList(userId: string, type: string, changes: ListMemory): void {
  try {
    const memory = { ...readListMemory(userId, type), ...changes };
    localStorage.setItem(formatKey(userId, type), JSON.stringify(memory));
  } catch {
    // The storage is full or forbidden: the table begins with its defaults the next time.
  }
}

/** Leaves out what has another shape, as of a later version. */
export function parseListMemory(stored: unknown): ListMemory {
  if (typeof stored !== 'object' || stored === null) return {};
  const { columns, size, widths, view } = stored as Partial<Record<keyof ListMemory, unknown>>;
  return {
    ...(Array.isArray(columns) && columns.every((name) => typeof name === 'string') ? { columns } : {}),
    ...(PAGE_SIZES.some((one) => one === size) ? { size: Number(size) } : {}),
    ...(isListLayout(view) ? { view } : {}),
    ...(typeof widths === 'object' && widths !== null ? { widths: toWidths(widths) } : {}),
  };
}

function toWidths(widths: object): Readonly<Record<string, number>> {
  const valid = Object.entries(widths).filter(([, width]) => typeof width === 'number' && width > 0);
  return Object.fromEntries(valid);
}
