import { plural, t } from '@lingui/core/macro';
import { isSame } from '../../forms/is-same.js';
import type { Bundle, ContentModel, Field } from '../../management-api/resources.js';
import { type BundleLine, pickFormHints } from './site-package.js';

/** A change that an import makes to the content model. */
export type ImportStep =
  | { readonly kind: 'new bundle'; readonly line: BundleLine }
  | { readonly kind: 'new field'; readonly line: BundleLine; readonly field: Field }
  | { readonly kind: 'changed bundle'; readonly line: BundleLine }
  | { readonly kind: 'changed field'; readonly line: BundleLine; readonly field: Field }
  | { readonly kind: 'field order'; readonly line: BundleLine; readonly order: readonly string[] }
  /** Not applied: the type of a field cannot change. */
  | {
      readonly kind: 'refused field';
      readonly line: BundleLine;
      readonly field: Field;
      readonly present: Field;
    };

/** The steps that an import makes: it leaves a type as it is when one of its fields is refused. */
export function pickApplicable(steps: readonly ImportStep[]): readonly ImportStep[] {
  const refused = steps.filter(({ kind }) => kind === 'refused field').map(({ line }) => line);
  return steps.filter(({ line }) => !refused.includes(line));
}

/** The steps of an import. Types and fields that the package does not contain stay unchanged. */
export function planImport(lines: readonly BundleLine[], { bundles }: ContentModel): readonly ImportStep[] {
  return lines.flatMap((line) => {
    const present = bundles.find(
      ({ entityType, bundle }) => entityType === line.entityType && bundle === line.bundle,
    );
    return present === undefined ? [{ kind: 'new bundle', line } as const] : planBundle(line, present);
  });
}

function planBundle(line: BundleLine, present: Bundle): readonly ImportStep[] {
  const isUnchanged = present.label === line.label && present.description === (line.description ?? null);
  const own: readonly ImportStep[] = isUnchanged ? [] : [{ kind: 'changed bundle', line }];
  const steps = line.fields.flatMap((field) => planField(line, field, present));
  return [...own, ...steps, ...planOrder(line, present)];
}

/** The fields of the package in its order, before others; nothing when they have that order already. */
function planOrder(line: BundleLine, { fields }: Bundle): readonly ImportStep[] {
  const before = fields.map(({ name }) => name);
  const named = line.fields.map(({ name }) => name);
  const added = named.filter((name) => !before.includes(name));
  const after = [...before, ...added].filter((name) => named.includes(name));
  if (isSame(after, named)) return [];
  return [
    { kind: 'field order', line, order: [...named, ...before.filter((name) => !named.includes(name))] },
  ];
}

function planField(line: BundleLine, field: Field, { fields }: Bundle): readonly ImportStep[] {
  const present = fields.find(({ name }) => name === field.name);
  if (present === undefined) return [{ kind: 'new field', line, field }];
  if (present.type !== field.type) return [{ kind: 'refused field', line, field, present }];
  // Hints for forms that the package does not contain are kept.
  return isSame(toComparable(present), toComparable({ ...present, ...field }))
    ? []
    : [{ kind: 'changed field', line, field }];
}

function toComparable({ label, required, cardinality, settings, ...others }: Field): object {
  return { label, required, cardinality, settings, ...pickFormHints(others) };
}

/** A sentence for a step, such as `Add field_a to node--article`. */
export function formatStep(step: ImportStep): string {
  const bundle = `${step.line.entityType}--${step.line.bundle}`;
  switch (step.kind) {
    case 'new bundle':
      return plural(step.line.fields.length, {
        one: `Add the type ${bundle} with # field`,
        other: `Add the type ${bundle} with # fields`,
      });
    case 'changed bundle':
      return t`Change the name or description of ${bundle}`;
    case 'new field':
      return t`Add ${step.field.name} to ${bundle}`;
    case 'changed field':
      return t`Change ${step.field.name} of ${bundle}`;
    case 'field order':
      return t`Change the order of the fields of ${bundle}`;
    case 'refused field':
      return t`Leave ${step.field.name} of ${bundle} as it is: it is ${step.present.type}, not ${step.field.type}`;
  }
}
