import { isSame } from '../../forms/is-same.js';
import type { Bundle, ContentModel, Field } from '../../manage/shapes.js';
import type { BundleLine } from './site-package.js';

/** One change that brings a site to what a package says. */
export type Step =
  | { readonly kind: 'new bundle'; readonly line: BundleLine }
  | { readonly kind: 'new field'; readonly line: BundleLine; readonly field: Field }
  | { readonly kind: 'changed bundle'; readonly line: BundleLine }
  | { readonly kind: 'changed field'; readonly line: BundleLine; readonly field: Field }
  /** Not done: the type of a field never changes. */
  | {
      readonly kind: 'refused field';
      readonly line: BundleLine;
      readonly field: Field;
      readonly present: Field;
    };

/** What an import has to do. What the package does not name stays: an import adds to a site. */
export function planImport(lines: readonly BundleLine[], { bundles }: ContentModel): readonly Step[] {
  return lines.flatMap((line) => {
    const present = bundles.find(
      ({ entityType, bundle }) => entityType === line.entityType && bundle === line.bundle,
    );
    return present === undefined ? [{ kind: 'new bundle', line } as const] : stepsFor(line, present);
  });
}

function stepsFor(line: BundleLine, present: Bundle): readonly Step[] {
  const isAsSaid = present.label === line.label && present.description === (line.description ?? null);
  const own: readonly Step[] = isAsSaid ? [] : [{ kind: 'changed bundle', line }];
  return [...own, ...line.fields.flatMap((field) => stepFor(line, field, present))];
}

function stepFor(line: BundleLine, field: Field, { fields }: Bundle): readonly Step[] {
  const present = fields.find(({ name }) => name === field.name);
  if (present === undefined) return [{ kind: 'new field', line, field }];
  if (present.type !== field.type) return [{ kind: 'refused field', line, field, present }];
  return isSame(comparable(present), comparable(field)) ? [] : [{ kind: 'changed field', line, field }];
}

function comparable({ label, required, cardinality, settings }: Field): object {
  return { label, required, cardinality, settings };
}

/** A step in words. */
export function stepText(step: Step): string {
  const bundle = `${step.line.entityType}--${step.line.bundle}`;
  switch (step.kind) {
    case 'new bundle':
      return `Add the type ${bundle} with ${step.line.fields.length} fields`;
    case 'changed bundle':
      return `Change the name or description of ${bundle}`;
    case 'new field':
      return `Add ${step.field.name} to ${bundle}`;
    case 'changed field':
      return `Change ${step.field.name} of ${bundle}`;
    case 'refused field':
      return `Leave ${step.field.name} of ${bundle} as it is: it is ${step.present.type}, not ${step.field.type}`;
  }
}
