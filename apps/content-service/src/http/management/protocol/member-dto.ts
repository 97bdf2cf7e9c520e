import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
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

/** Declares a member for each rule. Types and enumerations are checked here, bounds and patterns by the domain. */
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
  Record<ValueRule['type'], (rule: ValueRule, options?: ValidationOptions) => readonly PropertyDecorator[]>
> = {
  string: ({ enum: values }, options) => [values === undefined ? IsString(options) : OneOf(values, options)],
  integer: (_, options) => [IsInt(options)],
  boolean: (_, options) => [IsBoolean(options)],
  object: (_, options) => [IsObject(options)],
  array: ({ uniqueItems = false, minItems = 0, items }) => [
    IsArray(),
    ...(uniqueItems ? [ArrayUnique()] : []),
    ...(minItems > 0 ? [ArrayNotEmpty()] : []),
    ...(items === undefined ? [] : toDecorators(items, { each: true })),
  ],
};

function toDecorators(rule: ValueRule, options?: ValidationOptions): readonly PropertyDecorator[] {
  return DECORATORS[rule.type](rule, options);
}
