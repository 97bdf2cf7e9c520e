import type { MemberRule, MemberRules, ValueRule } from '@content-service/kernel';
import { closedObjectSchema, nullable, type Schema, type Schemas } from './schema.js';

/** The words of rules that JSON Schema has. */
const WORDS = [
  ...['type', 'format', 'enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'not'],
  ...[
    'items',
    'minItems',
    'maxItems',
    'uniqueItems',
    'additionalProperties',
    'propertyNames',
    'maxProperties',
  ],
  ...['description', 'examples'],
] as readonly (keyof ValueRule)[];

/** Words that are rules themselves. */
const NESTED: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames']);

export function toMemberSchema(rule: MemberRule): Schema {
  const words = WORDS.flatMap((word) => {
    const value = rule[word];
    if (value === undefined) return [];
    return [[word, NESTED.has(word) && value !== false ? toMemberSchema(value as ValueRule) : value]];
  });
  const schema: Schema = { ...(Object.fromEntries(words) as Schema), ...describeMembers(rule) };
  return rule.nullable === true ? nullable(schema) : schema;
}

function describeMembers({ properties }: ValueRule): Schema {
  if (properties === undefined) return {};
  const required = findRequired(properties);
  const members = mapRules(properties, toNewMemberSchema);
  return { properties: members, ...(required.length === 0 ? {} : { required }) };
}

function findRequired(rules: MemberRules): readonly string[] {
  return Object.keys(rules).filter((name) => rules[name]?.required === true);
}

export function toMemberSchemas(rules: MemberRules): Schemas {
  return mapRules(rules, toMemberSchema);
}

/** Schema of a body that creates a resource, with the defaults of its members. */
export function newResourceSchema(rules: MemberRules): Schema {
  return closedObjectSchema(mapRules(rules, toNewMemberSchema), findRequired(rules));
}

/** Schema of a member of a new resource, with its default. */
export function toNewMemberSchema(rule: MemberRule): Schema {
  return { ...toMemberSchema(rule), ...(rule.default === undefined ? {} : { default: rule.default }) };
}

/** Schema of a body that changes a resource. */
export function changeSchema(rules: MemberRules): Schema {
  return closedObjectSchema(toMemberSchemas(rules));
}

function mapRules(rules: MemberRules, toSchema: (rule: MemberRule) => Schema): Schemas {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toSchema(rule)]));
}
