import {
  type ChangeOf,
  findMemberProblems,
  LABEL_RULE,
  type MemberRule,
  type MemberRules,
  type NewOf,
} from '@content-service/kernel';
import { InvalidDefinition } from './bundle.errors.js';
import { FIELD_SETTINGS, FORM_DISPLAY } from './field-settings.js';
import { NEW_FIELD_TYPES } from './field-types/index.js';

/** Machine names are used in paths, keys and query parameters without escaping. */
const MACHINE_NAME = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,31}$',
  examples: ['field_rating'],
} as const;

const createNameFault = (
  kind: string,
): { readonly mismatch: { readonly message: string; readonly rule: Readonly<Record<string, string>> } } => ({
  mismatch: {
    message: `'{value}' is not a valid machine name for a ${kind}: use up to 32 of a-z, 0-9 and _, beginning with a letter.`,
    rule: { format: 'machine-name', pattern: MACHINE_NAME.pattern },
  },
});

const LABEL = {
  type: 'string',
  ...LABEL_RULE,
  required: true,
  description: 'Label for display.',
} as const satisfies MemberRule;

/** What a field tells forms only; `null` removes it. */
export const FIELD_HINTS = {
  description: {
    type: 'string',
    nullable: true,
    storable: true,
    minLength: 1,
    maxLength: 1000,
    description: 'Help text for editors.',
  },
  placeholder: {
    type: 'string',
    nullable: true,
    storable: true,
    minLength: 1,
    maxLength: 255,
    description: 'Example in an empty input.',
  },
  /** The field must accept it. */
  defaultValue: {
    description:
      'Value with which forms begin a new entry, as in request bodies; a list if the field has several. The API does not apply it.',
  },
  formDisplay: {
    type: 'object',
    nullable: true,
    properties: FORM_DISPLAY,
    additionalProperties: false,
    description: 'Place in the forms of entries.',
  },
} as const satisfies MemberRules;

/** The members of the body that changes a field. Its type is fixed, because values are not converted. */
export const CHANGED_FIELD_MEMBERS = {
  label: { ...LABEL, examples: ['Rating'] },
  required: { type: 'boolean', default: false },
  cardinality: {
    ...{ type: 'integer', minimum: -1, maximum: 1000, not: { const: 0 }, default: 1 },
    description: 'Maximum number of values; -1 for no limit.',
  },
  settings: { type: 'object', properties: FIELD_SETTINGS, default: {} },
  ...FIELD_HINTS,
} as const satisfies MemberRules;

/** The members of the body that adds a field. */
export const NEW_FIELD_MEMBERS = {
  name: { ...MACHINE_NAME, ...createNameFault('field'), required: true },
  type: { type: 'string', enum: NEW_FIELD_TYPES, checkedBy: 'domain', required: true },
  ...CHANGED_FIELD_MEMBERS,
} as const satisfies MemberRules;

export type FieldRequest = NewOf<typeof NEW_FIELD_MEMBERS>;

const BUNDLE_TEXTS = {
  label: { ...LABEL, examples: ['Article'] },
  description: { type: 'string', nullable: true, storable: true },
} as const satisfies MemberRules;

/** The members of the body that creates a bundle. */
export const NEW_BUNDLE_MEMBERS = {
  /** One of `ENTITY_TYPES`. */
  entityType: { type: 'string', required: true, description: 'The entity type.', examples: ['node'] },
  bundle: { ...MACHINE_NAME, ...createNameFault('bundle'), required: true },
  ...BUNDLE_TEXTS,
  fields: { type: 'array', items: { type: 'object', properties: NEW_FIELD_MEMBERS } },
} as const satisfies MemberRules;

/** The members of the body that changes a bundle apart from its fields; `null` removes the description. */
export const CHANGED_BUNDLE_MEMBERS = {
  ...BUNDLE_TEXTS,
  fieldOrder: {
    type: 'array',
    items: MACHINE_NAME,
    description: 'All custom fields of the bundle, each once.',
  },
} as const satisfies MemberRules;

export type BundleRequest = NewOf<typeof NEW_BUNDLE_MEMBERS>;
export type BundleDraftChange = ChangeOf<typeof CHANGED_BUNDLE_MEMBERS>;

/** The problems of a member of a bundle or field. @param parent JSON Pointer to it @param subject the beginning of messages */
export function findMemberFaults(
  [name, rule, value]: readonly [name: string, rule: MemberRule, value: unknown],
  parent: string,
  subject: string,
): InvalidDefinition[] {
  return findMemberProblems(name, rule, value, subject).map(
    ({ pointer, message, rule: broken }) =>
      new InvalidDefinition(message, { pointer: parent + pointer }, broken),
  );
}
