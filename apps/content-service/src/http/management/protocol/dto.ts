import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsOptional,
  ValidateIf,
  validateSync,
  type ValidationError,
  type ValidationOptions,
} from 'class-validator';
import {
  AggregateDomainError,
  type ErrorDetails,
  formatDateTime,
  getOwn,
  isJsonObject,
  type Json,
  type JsonObject,
  ProblemList,
  escapePointerToken,
} from '@content-service/kernel';
import { MemberInvalid } from './management.errors.js';

/**
 * A class whose members declare their types by decorators of class-validator. Domain rules are checked by the domain.
 */
export type DtoClass<Dto extends object> = new () => Dto;

/** The member may be omitted but not `null`. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** The member may be omitted; `null` clears it. */
export const Nullable = (): PropertyDecorator => IsOptional();

/** The member, or each item of it, is one of these values, which the error about another one names in its `meta`. */
export const OneOf = (values: readonly string[], options: ValidationOptions = {}): PropertyDecorator =>
  IsIn(values, { ...options, context: { enum: values } });

/** A body compared with its class. */
export interface CheckedBody<Dto extends object> {
  /** The body as an instance of its class; valid without problems only. */
  readonly dto: Dto;
  /** Every member that is unknown, missing or has the wrong type. */
  readonly problems: ProblemList;
  /** The members without problems. In a list of objects those with problems are `undefined`. */
  readonly given: Partial<Dto>;
  /** The names of the members with problems. */
  readonly faulty: ReadonlySet<string>;
}

/**
 * Validates a body and converts it to its class.
 *
 * @throws MemberInvalid for what `assertBodyShape` refuses, else for every member that is unknown or has the wrong
 * type (as `AggregateDomainError` when there are several)
 */
export function parseDto<Dto extends object>(Dto: DtoClass<Dto>, body: Json): Dto {
  const { dto, problems } = checkBody(Dto, body);
  AggregateDomainError.throwIfAny(problems);
  return dto;
}

/** Compares a body with its class. @throws MemberInvalid for what `assertBodyShape` refuses */
export function checkBody<Dto extends object>(Dto: DtoClass<Dto>, body: Json): CheckedBody<Dto> {
  if (!isJsonObject(body)) throw new MemberInvalid('', 'The body must be a JSON object.');
  assertBodyShape(body);
  const dto = plainToInstance(Dto, body);
  const errors = validateSync(dto, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  const problems = new ProblemList();
  for (const error of errors) addProblems(error, '', problems);
  // Members stay plain objects, since stores receive them unchanged.
  const faulty = new Set(errors.map(({ property }) => property));
  return {
    dto: Object.assign(new Dto(), body),
    problems,
    given: pickGiven(body, errors),
    faulty,
  };
}

function pickGiven(body: JsonObject, errors: readonly ValidationError[]): object {
  const given: Record<string, unknown> = { ...body };
  for (const { property, value, constraints, children = [] } of errors) {
    const faultyItems = new Set(children.map((child) => child.property));
    if (constraints === undefined && Array.isArray(value))
      given[property] = value.map((item: unknown, index) =>
        faultyItems.has(String(index)) ? undefined : item,
      );
    else Reflect.deleteProperty(given, property);
  }
  return given;
}

function addProblems(
  { property, value, constraints = {}, contexts = {}, children = [] }: ValidationError,
  parentPointer: string,
  problems: ProblemList,
): void {
  const pointer = `${parentPointer}/${escapePointerToken(property)}`;
  const [rule] = Object.entries(constraints);
  if (rule !== undefined)
    problems.add(() =>
      value === undefined
        ? new MemberInvalid(pointer, `${property} is required.`, REQUIRED)
        : new MemberInvalid(pointer, formatMessage(rule, property), getRule(rule[0], contexts)),
    );
  for (const child of children) addProblems(child, pointer, problems);
}

const REQUIRED = { required: true };

/** @param contexts what the decorators say about their constraints */
function getRule(
  constraint: string,
  contexts: Readonly<Record<string, ErrorDetails['meta']>>,
): ErrorDetails['meta'] {
  return getOwn(contexts, constraint) ?? getOwn(CONSTRAINT_RULES, constraint);
}

/** The rules of constraints of class-validator as members of JSON Schema, for `meta` of errors. */
const CONSTRAINT_RULES: Readonly<Record<string, ErrorDetails['meta']>> = {
  isString: { type: 'string' },
  isBoolean: { type: 'boolean' },
  isInt: { type: 'integer' },
  isNumber: { type: 'number' },
  isPositive: { minimum: 1 },
  isArray: { type: 'array' },
  isObject: { type: 'object' },
  arrayNotEmpty: { minItems: 1 },
  arrayUnique: { uniqueItems: true },
};

function formatMessage([rule, message]: readonly [string, string], property: string): string {
  return rule === 'whitelistValidation' ? formatUnknownMember(property) : `${message}.`;
}

function formatUnknownMember(name: string): string {
  return `There is no member '${name}' here.`;
}

/** More members than any DTO has. */
const MEMBERS_MAXIMUM = 100;

/** More items than any list of a body needs: scopes, fields, redirect URIs, allowed values. */
const ITEMS_MAXIMUM = 1000;

/** More members and items than a bundle with all its fields has. */
const VALUES_MAXIMUM = 20_000;

/**
 * Rejects a body with too large a list or object, with too many values altogether, or with a member at any depth that is
 * named like one of every object, such as `constructor`: class-transformer calls what it finds there. Runs before
 * class-validator, whose cost grows with the square of the number of members.
 *
 * @throws MemberInvalid with a pointer to the first list or object that is too large, else to every such member (as
 * `AggregateDomainError` when there are several)
 */
function assertBodyShape(body: JsonObject): void {
  let values = 0;
  const problems = new ProblemList();
  const visit = (value: Json, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value as Readonly<Record<string, Json>>);
    const [maximum, what] = Array.isArray(value) ? [ITEMS_MAXIMUM, 'items'] : [MEMBERS_MAXIMUM, 'members'];
    if (entries.length > maximum) {
      const location = pointer === '' ? 'The body' : `'${pointer.slice(1, 101)}'`;
      throw new MemberInvalid(
        pointer,
        `${location} has ${entries.length} ${what}; the maximum is ${maximum}.`,
      );
    }
    values += entries.length;
    if (values > VALUES_MAXIMUM)
      throw new MemberInvalid('', `The body has more than ${VALUES_MAXIMUM} members and items.`);
    for (const [name, member] of entries) {
      const memberPointer = `${pointer}/${escapePointerToken(name)}`;
      if (Object.hasOwn(Object.prototype, name))
        problems.add(() => new MemberInvalid(memberPointer, formatUnknownMember(name)));
      visit(member, memberPointer);
    }
  };
  visit(body, '');
  AggregateDomainError.throwIfAny(problems);
}

/** Formats epoch seconds as RFC 3339; `null` when `undefined`. */
export function formatNullableTime(seconds: number | undefined): string | null {
  return seconds === undefined ? null : formatDateTime(seconds);
}
