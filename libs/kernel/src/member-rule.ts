import { type ErrorDetails, escapePointerToken } from './domain-error.js';
import { isStorable, type Json, STORABLE_TEXT_FAULT, STORABLE_TEXT_RULE, validateLabel } from './values.js';

/**
 * The rule of a value in the words of JSON Schema (draft 2020-12). Types, defaults, checks of bodies, descriptions and options
 * of a resource follow from the rules of its members, so that a member is written once.
 */
export interface ValueRule {
  /** Absent: any value. */
  readonly type?: keyof TypeNames;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly not?: { readonly const: number };
  /** 1 together with `maxLength`: a text that is not only blanks, such as a label. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** For the description only. */
  readonly format?: string;
  /** Whether a text must be one that every database stores (`isStorable`). No word of JSON Schema. */
  readonly storable?: true;
  readonly items?: ValueRule;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** The rule of the members of an object with any names. Their names and values are checked by the library of the resource. */
  readonly additionalProperties?: ValueRule | false;
  readonly propertyNames?: ValueRule;
  /** The members of an object with these names; their bounds are checked by the library of the resource. */
  readonly properties?: MemberRules;
  readonly maxProperties?: number;
  readonly description?: string;
  readonly examples?: readonly Json[];
  /**
   * `body`: patterns, lengths, maximum numbers of items and a minimum of 1 are checked together with types, when a body is read. `domain`:
   * enumerations are checked by the library of the resource, too. Without it types and enumerations are checked when a body is read, the rest
   * by the library.
   */
  readonly checkedBy?: 'body' | 'domain';
  /** The problem of a number or text that breaks the rule, instead of the usual one. No word of JSON Schema. */
  readonly mismatch?: Mismatch;
}

interface Mismatch {
  /** A sentence in which `{value}` is the value, and `{maximum}` and so on are words of the rule. */
  readonly message: string;
  /** For `meta` of errors, instead of the broken words of the rule. */
  readonly rule?: BrokenRule;
}

type BrokenRule = NonNullable<ErrorDetails['meta']>;

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
  : Rule extends { readonly properties: infer Members extends MemberRules }
    ? NewOf<Members>
    : Rule extends { readonly additionalProperties: infer Member extends ValueRule }
      ? Readonly<Record<string, ValueOf<Member>>>
      : Rule extends { readonly type: infer Type extends keyof TypeNames }
        ? TypeNames[Type]
        : Json;

interface TypeNames {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
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

/** The members of a table that are given. */
export type GivenOf<Rules extends MemberRules> = {
  readonly [Name in keyof Rules]?: ValueOf<Rules[Name]>;
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

/** The members of a table that a change gives: none that are `undefined`. */
export function pickGiven<Rules extends MemberRules>(rules: Rules, change: ChangeOf<Rules>): GivenOf<Rules> {
  const given = Object.keys(rules).flatMap((name) => {
    const value = (change as Readonly<Record<string, Json | undefined>>)[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as GivenOf<Rules>;
}

/** A value that breaks the rule of its member. */
export interface MemberProblem {
  /** JSON Pointer to the value, such as `/resourceTypes/0`. */
  readonly pointer: string;
  readonly message: string;
  /** The broken words of the rule, for `meta` of errors. */
  readonly rule: BrokenRule;
}

/**
 * Compares a value of the right type with the bounds and patterns of its rule. Types and enumerations are checked where a request
 * or a command line is read.
 *
 * @param subject the beginning of messages, such as `The label of 'article'`
 */
export function findMemberProblems(
  name: string,
  rule: MemberRule,
  value: unknown,
  subject = name,
): readonly MemberProblem[] {
  if (value === null && rule.nullable === true) return [];
  const pointer = `/${escapePointerToken(name)}`;
  if (Array.isArray(value)) return findListProblems(subject, rule, value as readonly unknown[], pointer);
  const fault =
    rule.type === 'integer'
      ? findNumberFault(rule, Number(value))
      : typeof value === 'string'
        ? findTextFault(rule, value)
        : undefined;
  if (fault === undefined) return [];
  const { mismatch } = rule;
  const message =
    mismatch === undefined ? `${subject} ${fault.message}` : formatMismatch(mismatch, rule, String(value));
  return [{ pointer, message, rule: mismatch?.rule ?? fault.rule }];
}

/** A value that breaks a rule: the end of a sentence, and the broken words. */
type Fault = Pick<MemberProblem, 'message' | 'rule'>;

function formatMismatch({ message }: Mismatch, rule: MemberRule, value: string): string {
  const words: Readonly<Record<string, unknown>> = { ...rule, value };
  return message.replaceAll(/\{(\w+)\}/g, (_, word: string) => String(words[word]));
}

function findNumberFault(
  { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, nullable }: MemberRule,
  value: number,
): Fault | undefined {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return undefined;
  const message = `must be a number from ${minimum} to ${maximum}${nullable === true ? ', or null' : ''}.`;
  return { message, rule: { minimum, maximum } };
}

function findTextFault(
  { minLength, maxLength, pattern, storable }: ValueRule,
  text: string,
): Fault | undefined {
  if (storable === true && !isStorable(text))
    return { message: STORABLE_TEXT_FAULT, rule: STORABLE_TEXT_RULE };
  if (minLength === 1 && maxLength !== undefined) {
    const message = validateLabel(text, maxLength);
    return message === undefined ? undefined : { message, rule: { minLength, maxLength } };
  }
  if (maxLength !== undefined && text.length > maxLength)
    return { message: `must have at most ${maxLength} characters.`, rule: { maxLength } };
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined;
  return { message: `must match ${pattern}.`, rule: { pattern } };
}

/** The first item that breaks its rule is a problem; further ones are not named. */
function findListProblems(
  subject: string,
  { items, maxItems = Infinity }: ValueRule,
  values: readonly unknown[],
  pointer: string,
): readonly MemberProblem[] {
  const tooMany = values.length > maxItems;
  const problems = tooMany
    ? [{ pointer, message: `${subject} must have at most ${maxItems} items.`, rule: { maxItems } }]
    : [];
  if (items === undefined) return problems;
  for (const [index, value] of values.entries()) {
    const [problem] = findMemberProblems(String(index), items, value);
    if (problem !== undefined) return [...problems, { ...problem, pointer: pointer + problem.pointer }];
  }
  return problems;
}
