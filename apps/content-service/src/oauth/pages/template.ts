import { Eta } from 'eta';

/** Escapes what `<%= … %>` writes; `<%~ … %>` is for text that is HTML already. */
const eta = new Eta();

/** A piece of HTML with places to fill in; what is filled in is called `it` there. */
export class Template<Shown extends object> {
  private readonly compiled: ReturnType<typeof eta.compile>;

  constructor(text: string) {
    this.compiled = eta.compile(text);
  }

  render(shown: Shown): string {
    return eta.render(this.compiled, shown);
  }
}
