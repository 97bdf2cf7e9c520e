import { t } from '@lingui/core/macro';
import type { Bundle, ContentModel, Field } from '../../management-api/resources.js';

export const FORMAT = 'content-service/site@1';

const HEADER = { kind: 'header', format: FORMAT };

/** A line of a site package for a bundle. */
export interface BundleLine {
  readonly entityType: string;
  readonly bundle: string;
  readonly label: string;
  readonly description?: string;
  readonly fields: readonly Field[];
}

/** The content model as a site package (NDJSON): a header and a line for each bundle, as `content-service import` reads it. */
export function toSitePackage({ bundles, entityTypes }: ContentModel): string {
  const many = entityTypes.filter((entity) => entity.bundles === 'many').map(({ name }) => name);
  const lines = bundles.filter(({ entityType }) => many.includes(entityType)).map(toLine);
  return [HEADER, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function toLine({ entityType, bundle, label, description, fields }: Bundle): object {
  const described = description === null ? {} : { description };
  return { kind: 'bundle', entityType, bundle, label, ...described, fields };
}

/** A file that is not a site package; the message names the line. */
class InvalidSitePackage extends Error {}

/**
 * The bundles of a site package; lines of other kinds are ignored.
 *
 * @throws InvalidSitePackage
 */
export function parseSitePackage(text: string): readonly BundleLine[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  const [header, ...others] = lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseLine(line, number));
  if (header?.['kind'] !== 'header' || header['format'] !== FORMAT)
    throw new InvalidSitePackage(
      t`This is not a site package: its first line must be ${JSON.stringify(HEADER)}.`,
    );
  return others.filter(({ kind }) => kind === 'bundle').map(toBundleLine);
}

/** The parts of a site package that are shown before its import. */
export interface SitePackage {
  readonly bundles: readonly BundleLine[];
  /** The number of lines with entries and profiles of users. */
  readonly entries: number;
  /** The number of files whose bytes it has. */
  readonly files: number;
}

/** The beginning of a line with content, as `content-service export` writes it. */
const CONTENT = /^\s*\{\s*"kind"\s*:\s*"(?:entry|user|(?<bytes>bytes))"/;
/** In the first line with bytes of each file. */
const FIRST_BYTES = /"offset"\s*:\s*0\b/;

/**
 * Reads a file of any size; only the lines without content are kept.
 *
 * @throws InvalidSitePackage
 */
export async function readSitePackage(file: Blob): Promise<SitePackage> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  const kept: string[] = [];
  let [entries, files] = [0, 0];
  let rest = '';
  const add = (line: string): void => {
    const content = CONTENT.exec(line);
    if (content?.groups?.['bytes'] !== undefined) files += FIRST_BYTES.test(line.slice(0, 200)) ? 1 : 0;
    else if (content !== null) entries += 1;
    // The others keep their numbers.
    kept.push(content === null ? line : '');
  };
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(add);
  }
  add(rest);
  return { bundles: parseSitePackage(kept.join('\n')), entries, files };
}

function parseLine(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below with the line number.
  }
  throw new InvalidSitePackage(t`Line ${number} is not a JSON object.`);
}

function toBundleLine(line: Readonly<Record<string, unknown>>): BundleLine {
  const { entityType, bundle, label, description, fields } = line;
  if (
    typeof entityType !== 'string' ||
    typeof bundle !== 'string' ||
    typeof label !== 'string' ||
    !Array.isArray(fields)
  )
    throw new InvalidSitePackage(
      t`A bundle needs entityType, bundle, label and fields: ${JSON.stringify(line).slice(0, 120)}`,
    );
  const described = typeof description === 'string' ? { description } : {};
  return {
    entityType,
    bundle,
    label,
    ...described,
    fields: (fields as readonly Partial<Field>[]).map(toField),
  };
}

/** The hints for forms that a field has. */
export function pickFormHints({
  description,
  placeholder,
  defaultValue,
  formDisplay,
}: Partial<Field>): Pick<Field, 'description' | 'placeholder' | 'defaultValue' | 'formDisplay'> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(formDisplay === undefined ? {} : { formDisplay }),
  };
}

/** A field with the defaults of absent members. */
function toField(field: Partial<Field>): Field {
  const { name, type, label, required = false, cardinality = 1, settings = {}, ...others } = field;
  if (typeof name !== 'string' || typeof type !== 'string')
    throw new InvalidSitePackage(t`A field needs name and type: ${JSON.stringify(field).slice(0, 120)}`);
  return {
    name,
    type,
    label: label ?? name,
    required,
    cardinality,
    settings,
    ...pickFormHints(others),
  };
}
