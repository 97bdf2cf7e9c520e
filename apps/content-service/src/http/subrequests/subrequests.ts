import { serializeErrorDocument } from '@content-service/jsonapi';
import { DomainError, type Json } from '@content-service/kernel';
import type { Part } from './blueprint.js';
import type { PartAnswer } from './part-request.js';
import { InvalidUri, resolveUri, type UriRoot } from './part-uri.js';
import { replaceTokens } from './tokens.js';

/** Parts whose requests are open at a time. */
const CONCURRENCY = 4;

/**
 * Reads the parts level by level. One whose token has no value is left out, and so is what needs it.
 *
 * @param read sends the request for a path and query
 * @returns the answers by the names that the module subrequests of Drupal gives them: the id, with `#uri{0}` where tokens were
 *   replaced
 */
export async function readParts(
  levels: readonly (readonly Part[])[],
  root: UriRoot,
  read: (target: string, part: Part) => Promise<PartAnswer>,
): Promise<ReadonlyMap<string, PartAnswer>> {
  const answers = new Answers();
  for (const level of levels) {
    const waiting = level.values();
    const readNext = async (): Promise<void> => {
      for (const part of waiting) {
        const uri = replaceTokens(part.uri, part.tokens, (id) => answers.parse(id));
        if (uri !== undefined) answers.add(part, await readPart(uri, part));
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, level.length) }, readNext));
  }
  return answers.byName;

  async function readPart(uri: string, part: Part): Promise<PartAnswer> {
    let target: string;
    try {
      target = resolveUri(uri, root);
    } catch (error) {
      if (error instanceof InvalidUri) return toRefusal(error);
      throw error;
    }
    return read(target, part);
  }
}

/** The answers so far. */
class Answers {
  readonly byName = new Map<string, PartAnswer>();
  private readonly byId = new Map<string, PartAnswer>();
  private readonly parsed = new Map<string, Json | undefined>();

  add({ id, tokens }: Part, answer: PartAnswer): void {
    this.byId.set(id, answer);
    this.byName.set(tokens.length > 0 ? `${id}#uri{0}` : id, answer);
  }

  /** The JSON of an answer, parsed once. */
  parse(id: string): Json | undefined {
    if (!this.parsed.has(id)) this.parsed.set(id, parseAnswer(this.byId.get(id)));
    return this.parsed.get(id);
  }
}

function parseAnswer(answer: PartAnswer | undefined): Json | undefined {
  try {
    return answer && (JSON.parse(answer.body) as Json);
  } catch {
    return undefined;
  }
}

/** A URI that tokens have made to one that no part can have. */
class RefusedUri extends DomainError {
  constructor({ message }: InvalidUri) {
    super('invalid_parameter', message);
  }
}

function toRefusal(error: InvalidUri): PartAnswer {
  const { status, text } = serializeErrorDocument(new RefusedUri(error), '', undefined);
  return { headers: { 'content-type': ['application/vnd.api+json'], status: [status] }, body: text };
}
