import type { MemberRule, MemberRules, ValueRule } from '@content-service/kernel';
import { closedObjectSchema, nullable, type Schema, type Schemas } from './schema.js';

/** The words of rules that JSON Schema has. */
const WORDS = [
  ...['type', 'format', 'enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'additionalProperties', 'description', 'examples'],
] as readonly (keyof ValueRule)[];

export function toMemberSchema(rule: MemberRule): Schema {
  const words = WORDS.flatMap((word) => {
    const value = rule[word];
    if (value === undefined) return [];
    return [
      [
        word,
        word === 'items' || word === 'additionalProperties' ? toMemberSchema(value as ValueRule) : value,
      ],
    ];
  });
  const schema = Object.fromEntries(words) as Schema;
  return rule.nullable === true ? nullable(schema) : schema;
}

export function toMemberSchemas(rules: MemberRules): Schemas {
  return mapRules(rules, toMemberSchema);
}

/** Schema of a body that creates a resource, with the defaults of its members. */
export function newResourceSchema(rules: MemberRules): Schema {
  const schemas = mapRules(rules, (rule) => ({
    ...toMemberSchema(rule),
    ...(rule.default === undefined ? {} : { default: rule.default }),
  }));
  return closedObjectSchema(
    schemas,
    Object.keys(rules).filter((name) => rules[name]?.required === true),
  );
}

/** Schema of a body that changes a resource. */
export function changeSchema(rules: MemberRules): Schema {
  return closedObjectSchema(toMemberSchemas(rules));
}

function mapRules(rules: MemberRules, toSchema: (rule: MemberRule) => Schema): Schemas {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toSchema(rule)]));
}
