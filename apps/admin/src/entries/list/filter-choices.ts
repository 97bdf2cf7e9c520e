import { t } from '@lingui/core/macro';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { getFieldLabel, type ResourceType, getTargetTypes } from '../resource-type.js';
import { isReference } from '../values.js';
import type { Condition } from './condition.js';
import { getOwn } from '../../own-members.js';
import { DATE_OPERATORS, formatDateOperand } from './date-filters.js';

/** A path that the list can be filtered by. */
export interface FilterChoice {
  readonly path: string;
  readonly label: string;
  readonly operators: readonly string[];
  /** The possible values, for a select. */
  readonly values?: readonly { readonly value: string; readonly label: string }[];
  readonly input: 'text' | 'number' | 'date';
  /** For a reference: the types of its targets, one of which is picked; the value is its id. */
  readonly targetTypes?: readonly string[];
}

const NULLS = ['IS NOT NULL', 'IS NULL'];
const TEXT = ['CONTAINS', 'STARTS_WITH', '=', '<>', ...NULLS];
const AMOUNT = ['=', '<>', '<', '<=', '>', '>=', ...NULLS];
const DATE = [...DATE_OPERATORS, ...NULLS];
const CHOICE = ['=', '<>', ...NULLS];

const YES_NO = [
  { value: '1', label: t`Yes` },
  { value: '0', label: t`No` },
];

type FilterKind = Omit<FilterChoice, 'path' | 'label'> & { readonly property?: string };

/** Filters by field type; other field types cannot be filtered by. */
const KINDS: Readonly<Record<string, FilterKind>> = {
  string: { operators: TEXT, input: 'text' },
  string_long: { operators: TEXT, input: 'text' },
  text_long: { operators: TEXT, input: 'text', property: 'value' },
  text_with_summary: { operators: TEXT, input: 'text', property: 'value' },
  email: { operators: TEXT, input: 'text' },
  link: { operators: TEXT, input: 'text', property: 'uri' },
  path: { operators: TEXT, input: 'text', property: 'alias' },
  file_uri: { operators: TEXT, input: 'text', property: 'value' },
  integer: { operators: AMOUNT, input: 'number' },
  decimal: { operators: AMOUNT, input: 'number' },
  float: { operators: AMOUNT, input: 'number' },
  timestamp: { operators: DATE, input: 'date' },
  datetime: { operators: DATE, input: 'date' },
  daterange: { operators: DATE, input: 'date', property: 'value' },
  boolean: { operators: CHOICE, input: 'text', values: YES_NO },
  list_string: { operators: CHOICE, input: 'text' },
};

/** The filters of a resource type; reference fields are filtered by a target, and by the name of their targets. */
export function getFilterChoices(resourceType: ResourceType, model: ContentModel): readonly FilterChoice[] {
  return resourceType.allFields.flatMap((field) => {
    if (isReference(field)) return getReferenceChoices(field, resourceType.type, model);
    const kind = KINDS[field.type];
    if (kind === undefined) return [];
    const { property, operators, input } = kind;
    const path = property === undefined ? field.name : `${field.name}.${property}`;
    const values = field.settings.allowedValues ?? kind.values;
    return [
      { path, label: getFieldLabel(field), operators, input, ...(values === undefined ? {} : { values }) },
    ];
  });
}

/** No names for a field with targets of several entity types, whose label fields differ. */
function getReferenceChoices(field: Field, type: string, { entityTypes }: ContentModel): FilterChoice[] {
  const targetTypes = getTargetTypes(field, type);
  const label = getFieldLabel(field);
  const target: FilterChoice = {
    path: `${field.name}.id`,
    label,
    operators: CHOICE,
    input: 'text',
    targetTypes,
  };
  const names = targetTypes.map(
    (targetType) => entityTypes.find(({ name }) => targetType.startsWith(`${name}--`))?.labelField,
  );
  const [name] = names;
  if (name === undefined || names.some((other) => other !== name)) return [target];
  return [
    target,
    { path: `${field.name}.${name}`, label: t`Name of ${label}`, operators: TEXT, input: 'text' },
  ];
}

/** Readable names of operators. */
export const OPERATOR_LABELS: Readonly<Record<string, string>> = {
  CONTAINS: t`contains`,
  STARTS_WITH: t`begins with`,
  on: t`is on`,
  period: t`is`,
  before: t`is before`,
  after: t`is after`,
  between: t`is between`,
  last: t`is in the last`,
  '=': t`is`,
  '<>': t`is not`,
  '<': t`is less than`,
  '<=': t`is at most`,
  '>': t`is more than`,
  '>=': t`is at least`,
  'IS NULL': t`is empty`,
  'IS NOT NULL': t`is not empty`,
};

/**
 * A condition as text, such as `Created is in the last 7 days`.
 *
 * @param titles of targets by id
 */
export function formatCondition(
  { path, operator, value }: Condition,
  choices: readonly FilterChoice[],
  titles: ReadonlyMap<string, string>,
): string {
  const choice = choices.find((candidate) => candidate.path === path);
  const text =
    choice?.values?.find((option) => option.value === value)?.label ??
    titles.get(value) ??
    formatDateOperand(operator, value);
  return `${choice?.label ?? path} ${getOwn(OPERATOR_LABELS, operator) ?? operator} ${text}`.trim();
}
