/** The search parameters of the media screen. */
export interface MediaSearch {
  /** Words that the texts of a medium contain. */
  readonly q?: string;
  /** A resource type, such as `media--image`. */
  readonly type?: string;
  /** A grid by default. */
  readonly view?: 'list';
  /** The id of the medium that the sheet shows. */
  readonly open?: string;
}

export function parseMediaSearch({ q, type, view, open }: Readonly<Record<string, unknown>>): MediaSearch {
  return {
    ...(isText(q) ? { q } : {}),
    ...(isText(type) && type.startsWith('media--') ? { type } : {}),
    ...(view === 'list' ? { view } : {}),
    ...(isText(open) ? { open } : {}),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
