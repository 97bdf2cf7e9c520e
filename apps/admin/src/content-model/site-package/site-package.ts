import type { Bundle, ContentModel, Field } from '../../management-api/resources.js';

export const FORMAT = 'content-service/site@1';

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
  return [{ kind: 'header', format: FORMAT }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
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
      `This is not a site package: its first line must be {"kind":"header","format":"${FORMAT}"}.`,
    );
  return others.filter(({ kind }) => kind === 'bundle').map(toBundleLine);
}

function parseLine(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below with the line number.
  }
  throw new InvalidSitePackage(`Line ${number} is not a JSON object.`);
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

/** The help text, placeholder and default value of a field, as far as it has them. */
export function pickFormHints({
  description,
  placeholder,
  defaultValue,
}: Partial<Field>): Pick<Field, 'description' | 'placeholder' | 'defaultValue'> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
  };
}

/** A field with the defaults of absent members. */
function toField(field: Partial<Field>): Field {
  const { name, type, label, required = false, cardinality = 1, settings = {}, ...others } = field;
  if (typeof name !== 'string' || typeof type !== 'string')
    throw new InvalidSitePackage(`A field needs name and type: ${JSON.stringify(field).slice(0, 120)}`);
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
