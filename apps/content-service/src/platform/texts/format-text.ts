import { Eta } from 'eta';
import { EN, type Texts, type TextName } from './en.js';

export type { TextName } from './en.js';

/** Escapes a value for HTML. */
export const escapeHtml = new Eta().config.escapeFunction;

/** A scope as pages show it. */
export interface ShownScope {
  readonly name: string;
  readonly governs: string;
}

/** A value of a text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

/** Values of the placeholders of a text: they are escaped unless they are HTML. */
type TextValues = Readonly<Record<string, string | Html>>;

/** The texts of pages in one language. */
export class PageTexts {
  private readonly time: Intl.DateTimeFormat;

  /** @param texts the translated ones; others are English */
  constructor(
    /** BCP 47. */
    readonly language: string,
    private readonly texts: Partial<Record<TextName, string>> & Texts,
  ) {
    this.time = new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
  }

  /**
   * A text as HTML.
   *
   * @param values the values of its placeholders
   */
  format(name: TextName, values: TextValues = {}): string {
    const text = this.texts[name] ?? EN[name];
    return text.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
      const value = values[key];
      return value instanceof Html ? value.text : escapeHtml(value);
    });
  }

  /** A text without markup, such as of an e-mail. */
  formatPlain(name: TextName, values: Readonly<Record<string, string>>): string {
    return (this.texts[name] ?? EN[name]).replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  }

  /** The description of a scope as HTML. @param governs the English one */
  formatScope({ name, governs }: ShownScope): string {
    return escapeHtml(this.texts[`scope.${name}`] ?? governs);
  }

  /** A duration such as `5 minutes`; of less than two minutes in seconds. Parts of a minute are rounded up. */
  formatDuration(seconds: number): string {
    const inSeconds = seconds < 120;
    const format = new Intl.NumberFormat(this.language, {
      ...{ style: 'unit', unitDisplay: 'long' },
      unit: inSeconds ? 'second' : 'minute',
    });
    return format.format(inSeconds ? seconds : Math.ceil(seconds / 60));
  }

  /** A time (UNIX seconds) such as `Nov 24, 2026, 2:39 AM UTC`. */
  formatTime(seconds: number): string {
    return `${this.time.format(seconds * 1000)} UTC`;
  }

  /** `formatTime` as an element, to which the script of the pages gives the time zone of the reader. */
  formatTimeElement(seconds: number): Html {
    const dateTime = new Date(seconds * 1000).toISOString();
    return new Html(`<time datetime="${dateTime}">${escapeHtml(this.formatTime(seconds))}</time>`);
  }
}

export const ENGLISH = new PageTexts(EN.language, EN);

/** An English text as HTML; see `PageTexts.format`. */
export function formatText(name: TextName, values?: Readonly<Record<string, string>>): string {
  return ENGLISH.format(name, values);
}
