import { Eta } from 'eta';
import { formatText } from '../../../platform/texts/format-text.js';

/** Escapes the output of `<%= … %>`; `<%~ … %>` is for text that is HTML already. */
const eta = new Eta();

/** An HTML template; its variables are members of `it`, and `it.text` is `formatText`. */
export class Template<Shown extends object> {
  private readonly compiled: ReturnType<typeof eta.compile>;

  constructor(text: string) {
    this.compiled = eta.compile(text);
  }

  render(shown: Shown): string {
    return eta.render(this.compiled, { ...shown, text: formatText });
  }
}
