import type { Bundle, ContentModel, Field } from '../../manage/shapes.js';

export const FORMAT = 'content-service/site@1';

/** A bundle as a site package has it. */
export interface BundleLine {
  readonly entityType: string;
  readonly bundle: string;
  readonly label: string;
  readonly description?: string;
  readonly fields: readonly Field[];
}

/** The content model as a site package: a header and a line for each bundle (`content-service import` reads it too). */
export function toSitePackage({ bundles, entityTypes }: ContentModel): string {
  const many = entityTypes.filter((entity) => entity.bundles === 'many').map(({ name }) => name);
  const lines = bundles.filter(({ entityType }) => many.includes(entityType)).map(toLine);
  return [{ kind: 'header', format: FORMAT }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function toLine({ entityType, bundle, label, description, fields }: Bundle): object {
  const described = description === null ? {} : { description };
  return { kind: 'bundle', entityType, bundle, label, ...described, fields };
}

/** A file that is no site package; the message says in which line. */
class NoSitePackage extends Error {}

/**
 * The bundles of a site package; its other lines are left out.
 *
 * @throws NoSitePackage
 */
export function parseSitePackage(text: string): readonly BundleLine[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  const [header, ...others] = lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseLine(line, number));
  if (header?.['kind'] !== 'header' || header['format'] !== FORMAT)
    throw new NoSitePackage(
      `This is no site package: its first line must be {"kind":"header","format":"${FORMAT}"}.`,
    );
  return others.filter(({ kind }) => kind === 'bundle').map(toBundleLine);
}

function parseLine(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Readonly<Record<string, unknown>>;
  } catch {
    // Said below, with the line.
  }
  throw new NoSitePackage(`Line ${number} is no JSON object.`);
}

function toBundleLine(line: Readonly<Record<string, unknown>>): BundleLine {
  const { entityType, bundle, label, description, fields } = line;
  if (
    typeof entityType !== 'string' ||
    typeof bundle !== 'string' ||
    typeof label !== 'string' ||
    !Array.isArray(fields)
  )
    throw new NoSitePackage(
      `A bundle needs entityType, bundle, label and fields: ${JSON.stringify(line).slice(0, 120)}`,
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

/** Settings that say nothing may be left out of a package. */
function toField(field: Partial<Field>): Field {
  const { name, type, label, required = false, cardinality = 1, settings = {} } = field;
  if (typeof name !== 'string' || typeof type !== 'string')
    throw new NoSitePackage(`A field needs name and type: ${JSON.stringify(field).slice(0, 120)}`);
  return { name, type, label: label ?? name, required, cardinality, settings };
}
