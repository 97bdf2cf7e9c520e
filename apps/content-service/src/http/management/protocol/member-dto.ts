import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import type { ChangeOf, MemberRule, MemberRules, NewOf, ValueRule } from '@content-service/kernel';
import { type DtoClass, Nullable, OneOf, Optional } from './dto.js';

/** The class of a body that creates a resource: members with `required` must be given. */
export function createNewDto<Rules extends MemberRules>(rules: Rules): DtoClass<NewOf<Rules>> {
  return createDto(rules, ({ required = false }) => required);
}

/** The class of a body that changes a resource: all members may be omitted. */
export function createChangeDto<Rules extends MemberRules>(rules: Rules): DtoClass<ChangeOf<Rules>> {
  return createDto(rules, () => false);
}

/** Declares a member for each rule. Types and enumerations are checked here, bounds and patterns by the domain, unless `checkedBy` differs. */
function createDto<Body extends object>(
  rules: MemberRules,
  isRequired: (rule: MemberRule) => boolean,
): DtoClass<Body> {
  class Dto {
    readonly [name: string]: unknown;
  }
  for (const [name, rule] of Object.entries(rules)) {
    const presence = isRequired(rule) ? [] : [rule.nullable === true ? Nullable() : Optional()];
    // Decorators are applied from the last one to the first; the one that was applied last names the problem of a value.
    for (const decorate of [...presence, ...toDecorators(rule)].reverse()) decorate(Dto.prototype, name);
  }
  return Dto as unknown as DtoClass<Body>;
}

const DECORATORS: Readonly<
  Record<
    NonNullable<ValueRule['type']>,
    (rule: ValueRule, options?: ValidationOptions) => readonly PropertyDecorator[]
  >
> = {
  string: (rule, options) => {
    const { enum: values, checkedBy, pattern = '', mismatch } = rule;
    if (checkedBy === 'body' && mismatch !== undefined)
      return [
        Matches(new RegExp(pattern, 'u'), {
          ...options,
          // The period is added to all messages.
          message: mismatch.message.replace(/\.$/, ''),
          context: mismatch.rule,
        }),
      ];
    if (values !== undefined && checkedBy !== 'domain') return [OneOf(values, options)];
    return [IsString(options), ...(checkedBy === 'body' ? toLengthDecorators(rule, options) : [])];
  },
  integer: ({ minimum, checkedBy }, options) => [
    IsInt(options),
    ...(checkedBy === 'body' && minimum === 1 ? [IsPositive(options)] : []),
  ],
  number: (_, options) => [IsNumber({}, options)],
  boolean: (_, options) => [IsBoolean(options)],
  object: ({ properties }, options) => {
    if (properties === undefined) return [IsObject(options)];
    const Nested = createNewDto(properties);
    return [IsObject(options), ValidateNested(), Type(() => Nested)];
  },
  array: ({ uniqueItems = false, minItems = 0, maxItems, items, checkedBy }) => [
    IsArray(),
    ...(checkedBy === 'body' && maxItems !== undefined ? [ArrayMaxSize(maxItems)] : []),
    ...(uniqueItems ? [ArrayUnique()] : []),
    ...(minItems > 0 ? [ArrayNotEmpty()] : []),
    ...(items === undefined ? [] : toDecorators(items, { each: true })),
  ],
};

function toLengthDecorators(
  { minLength, maxLength }: ValueRule,
  options?: ValidationOptions,
): readonly PropertyDecorator[] {
  if (minLength !== undefined) return [Length(minLength, maxLength, options)];
  return maxLength === undefined ? [] : [MaxLength(maxLength, options)];
}

function toDecorators(rule: ValueRule, options?: ValidationOptions): readonly PropertyDecorator[] {
  return rule.type === undefined ? [Allow()] : DECORATORS[rule.type](rule, options);
}
