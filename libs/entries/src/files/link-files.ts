import { FILE_TYPE, type FileRules, getFileRules, type ResourceType } from '@content-service/bundles';
import type { ProblemList, Uuid } from '@content-service/kernel';
import type { EntryUnitOfWork } from '../entry-unit-of-work.js';
import { FileRefused, InvalidFieldValue } from '../entry.errors.js';
import type { Attributes, Entry, Identifier, Relationships } from '../entry.js';
import type { PointedTarget } from '../linkage-values.js';
import { getFileExtension } from './file-name.js';

/** Characters of the texts in the `meta` of images, as in the reference implementation. */
const IMAGE_TEXT_MAXIMA = { alt: 512, title: 1024 } as const;

/** Where new targets are linked. */
export interface LinkContext {
  readonly type: ResourceType;
  readonly previous: Entry | undefined;
  readonly unitOfWork: EntryUnitOfWork;
  readonly problems: ProblemList;
}

/** The files among the targets of a write, by id. */
export type LinkedFiles = ReadonlyMap<Uuid, Entry>;

const NO_FILES: LinkedFiles = new Map();

/**
 * Reads the files among the targets of a write and adds a problem for each that its field does not accept. A file that the entry
 * links already is kept, although the settings of the field may have changed.
 */
export async function checkFiles(
  targets: readonly PointedTarget[],
  context: LinkContext,
): Promise<LinkedFiles> {
  const files = targets.filter(({ type }) => type === FILE_TYPE);
  if (files.length === 0) return NO_FILES;
  await context.unitOfWork.load(files.map(({ id }) => id));
  const found = new Map<Uuid, Entry>();
  for (const target of files) {
    const file = await context.unitOfWork.find(target.id);
    // A target of another type is reported as such.
    if (file?.type !== FILE_TYPE) continue;
    found.set(file.id, file);
    checkFile(file, target, context);
  }
  return found;
}

function checkFile(
  { attributes }: Entry,
  target: PointedTarget,
  { type, previous, problems }: LinkContext,
): void {
  const field = type.fields.get(target.field);
  const rules = field && getFileRules(field);
  if (rules === undefined) return;
  if (rules.image) checkTexts(target, problems);
  const isLinked = previous?.relationships[target.field]?.some(({ id }) => id === target.id) === true;
  const reason = isLinked ? undefined : findFileRefusal(toDescription(attributes), rules);
  if (reason !== undefined)
    problems.add(() => new FileRefused(`${target.field} ${reason}`, target.field, target.pointer));
}

function checkTexts({ meta, field, pointer }: PointedTarget, problems: ProblemList): void {
  for (const [name, maximum] of Object.entries(IMAGE_TEXT_MAXIMA)) {
    const text = meta?.[name] ?? null;
    if (text === null || (typeof text === 'string' && Array.from(text).length <= maximum)) continue;
    problems.add(
      () =>
        new InvalidFieldValue(
          `meta.${name} of ${field} must be text of at most ${maximum} characters.`,
          `${pointer}/meta/${name}`,
          { type: ['string', 'null'], maxLength: maximum },
        ),
    );
  }
}

/** What the rules of a field look at. */
export interface FileDescription {
  readonly name: string;
  readonly bytes: number;
  readonly isImage: boolean;
}

function toDescription({ filename, filesize, filemime }: Attributes): FileDescription {
  return {
    name: typeof filename === 'string' ? filename : '',
    bytes: typeof filesize === 'number' ? filesize : 0,
    isImage: typeof filemime === 'string' && filemime.startsWith('image/'),
  };
}

/** Why a field does not accept a file, behind the name of the field; `undefined` when it does. */
export function findFileRefusal(
  { name, bytes, isImage }: FileDescription,
  rules: FileRules,
): string | undefined {
  if (!rules.extensions.includes(getFileExtension(name)))
    return `accepts files with the extensions ${rules.extensions.join(', ')}, not '${name}'.`;
  if (rules.maxBytes !== undefined && bytes > rules.maxBytes)
    return `accepts files of at most ${rules.maxBytes} bytes, got ${bytes}.`;
  return rules.image && !isImage ? `accepts images, which '${name}' is not.` : undefined;
}

/** The relationships with the size of each image among the files in the `meta` of its identifiers. */
export function addImageSizes(
  relationships: Relationships,
  files: LinkedFiles,
  type: ResourceType,
): Relationships {
  if (files.size === 0) return relationships;
  const images = type.relationships.filter((field) => getFileRules(field)?.image === true);
  const sized = images.map(({ name }): [string, readonly Identifier[]] => [
    name,
    (relationships[name] ?? []).map((identifier) => addSize(identifier, files.get(identifier.id))),
  ]);
  return { ...relationships, ...Object.fromEntries(sized) };
}

function addSize(identifier: Identifier, file: Entry | undefined): Identifier {
  const { width, height } = file?.attributes ?? {};
  if (typeof width !== 'number' || typeof height !== 'number') return identifier;
  return { ...identifier, meta: { ...identifier.meta, width, height } };
}

/** The linked files that nothing has linked before: they become permanent, and visible, with the write that links them. */
export function findTemporary(files: LinkedFiles): readonly Entry[] {
  return [...files.values()].filter(({ attributes }) => attributes['temporary'] === true);
}

/** The attributes of a file once it is linked. @param now RFC 3339 */
export function toPermanent(attributes: Attributes, now: string): Attributes {
  return { ...attributes, status: true, temporary: false, changed: now };
}
