import { Eta } from 'eta';
import type { PageTexts } from '../../../platform/texts/format-text.js';

/** Escapes the output of `<%= … %>`; `<%~ … %>` is for text that is HTML already. */
const eta = new Eta();

/** An HTML template; its variables are members of `it`, `it.text` is `PageTexts.format`, and `it.formatScope` is `PageTexts.formatScope`. */
export class Template<Shown extends object> {
  private readonly compiled: ReturnType<typeof eta.compile>;

  constructor(text: string) {
    this.compiled = eta.compile(text);
  }

  render(texts: PageTexts, shown: Shown): string {
    return eta.render(this.compiled, {
      ...shown,
      text: texts.format.bind(texts),
      formatScope: texts.formatScope.bind(texts),
    });
  }
}
