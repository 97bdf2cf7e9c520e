import { type ErrorDetails, escapePointerToken } from './domain-error.js';
import { type Json, LABEL_RULE, validateLabel } from './values.js';

/**
 * The rule of a value in the words of JSON Schema (draft 2020-12). Types, defaults, checks of bodies, descriptions and options
 * of a resource follow from the rules of its members, so that a member is written once.
 */
export interface ValueRule {
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** 1: a text that is not only blanks. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: ValueRule;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** The rule of the members of an object with any names. */
  readonly additionalProperties?: ValueRule;
  readonly description?: string;
  readonly examples?: readonly Json[];
  /** The problem of a text that does not match `pattern`, as a sentence and as a format for `meta`. No word of JSON Schema. */
  readonly mismatch?: { readonly message: string; readonly format: string };
}

/** The rule of a member of a resource. */
export interface MemberRule extends ValueRule {
  /** The value of a new resource that does not give one. */
  readonly default?: Json;
  /** Whether a new resource must give it. */
  readonly required?: true;
  /** Whether `null` is a value, too. */
  readonly nullable?: true;
  /** Whether resources that a former version stored can lack the member; its default stands for it. */
  readonly addedLater?: true;
}

export type MemberRules = Readonly<Record<string, MemberRule>>;

/** The type of the values that a rule allows. */
export type ValueOf<Rule extends MemberRule> =
  | (Rule extends { readonly enum: readonly (infer Value)[] } ? Value : ValueOfType<Rule>)
  | (Rule extends { readonly nullable: true } ? null : never);

type ValueOfType<Rule extends ValueRule> = Rule extends { readonly items: infer Item extends ValueRule }
  ? readonly ValueOf<Item>[]
  : Rule extends { readonly additionalProperties: infer Member extends ValueRule }
    ? Readonly<Record<string, ValueOf<Member>>>
    : TypeNames[Rule['type']];

interface TypeNames {
  readonly string: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly array: readonly Json[];
  readonly object: Readonly<Record<string, Json>>;
}

type NamesWith<Rules extends MemberRules, Word extends 'addedLater' | 'required'> = {
  [Name in keyof Rules]: Rules[Name] extends Readonly<Record<Word, true>> ? Name : never;
}[keyof Rules];

/** A resource with the members of a table, as it is stored. */
export type MembersOf<Rules extends MemberRules> = {
  readonly [Name in Exclude<keyof Rules, NamesWith<Rules, 'addedLater'>>]: ValueOf<Rules[Name]>;
} & { readonly [Name in NamesWith<Rules, 'addedLater'>]?: ValueOf<Rules[Name]> | undefined };

/** Some members of a table; those that are `undefined` are not given. */
export type ChangeOf<Rules extends MemberRules> = {
  readonly [Name in keyof Rules]?: ValueOf<Rules[Name]> | undefined;
};

/** The members of a new resource. */
export type NewOf<Rules extends MemberRules> = ChangeOf<Rules> & {
  readonly [Name in NamesWith<Rules, 'required'>]: ValueOf<Rules[Name]>;
};

/** The members that have defaults, with these. */
export type DefaultsOf<Rules extends MemberRules> = {
  readonly [Name in keyof Rules as Rules[Name] extends { readonly default: Json } ? Name : never]: ValueOf<
    Rules[Name]
  >;
};

export function getDefaults<Rules extends MemberRules>(rules: Rules): DefaultsOf<Rules> {
  const defaults = Object.entries(rules).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(defaults) as DefaultsOf<Rules>;
}

/** The members of a table in their order, with defaults for those that are absent. Other members are left out. */
export function pickMembers<Rules extends MemberRules>(
  rules: Rules,
  members: ChangeOf<Rules>,
): Partial<DefaultsOf<Rules>> & ChangeOf<Rules> {
  const picked = Object.entries(rules).flatMap(([name, { default: otherwise }]) => {
    const value = (members as Readonly<Record<string, Json | undefined>>)[name] ?? otherwise;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(picked) as Partial<DefaultsOf<Rules>> & ChangeOf<Rules>;
}

/** A value that breaks the rule of its member. */
export interface MemberProblem {
  /** To the value, such as `/resourceTypes/0`. */
  readonly pointer: string;
  readonly message: string;
  /** The broken words of the rule, for `meta` of errors. */
  readonly rule: NonNullable<ErrorDetails['meta']>;
}

/**
 * Compares a value of the right type with the bounds and patterns of its rule. Types and enumerations are checked where a request
 * or a command line is read.
 */
export function findMemberProblems(name: string, rule: MemberRule, value: unknown): readonly MemberProblem[] {
  if (value === null && rule.nullable === true) return [];
  const pointer = `/${escapePointerToken(name)}`;
  if (rule.type === 'integer') return findNumberProblems(name, rule, Number(value), pointer);
  if (typeof value === 'string') return findTextProblems(name, rule, value, pointer);
  return Array.isArray(value) ? findListProblems(name, rule, value as readonly unknown[], pointer) : [];
}

function findNumberProblems(
  name: string,
  { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, nullable }: MemberRule,
  value: number,
  pointer: string,
): readonly MemberProblem[] {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return [];
  const message = `${name} must be a number from ${minimum} to ${maximum}${nullable === true ? ', or null' : ''}.`;
  return [{ pointer, message, rule: { minimum, maximum } }];
}

function findTextProblems(
  name: string,
  { minLength, maxLength, pattern, mismatch }: ValueRule,
  text: string,
  pointer: string,
): readonly MemberProblem[] {
  if (minLength === LABEL_RULE.minLength && maxLength === LABEL_RULE.maxLength) {
    const fault = validateLabel(text);
    return fault === undefined ? [] : [{ pointer, message: `${name} ${fault}`, rule: LABEL_RULE }];
  }
  if (pattern === undefined || new RegExp(pattern).test(text)) return [];
  if (mismatch === undefined)
    return [{ pointer, message: `${name} must match ${pattern}.`, rule: { pattern } }];
  return [{ pointer, message: mismatch.message, rule: { format: mismatch.format } }];
}

/** Of the items the first one that breaks their rule is a problem. */
function findListProblems(
  name: string,
  { items, maxItems = Infinity }: ValueRule,
  values: readonly unknown[],
  pointer: string,
): readonly MemberProblem[] {
  const tooMany = values.length > maxItems;
  const problems = tooMany
    ? [{ pointer, message: `${name} must have at most ${maxItems} items.`, rule: { maxItems } }]
    : [];
  if (items === undefined) return problems;
  for (const [index, value] of values.entries()) {
    const [problem] = findMemberProblems(String(index), items, value);
    if (problem !== undefined) return [...problems, { ...problem, pointer: pointer + problem.pointer }];
  }
  return problems;
}
