import { ValidateBy } from 'class-validator';

/** An error of one variable. */
export interface VariableFault {
  readonly variable: string;
  /** The message, which names the variable. It has no secrets. */
  readonly sentence: string;
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Groups of environment variables, in the order of docs/configuration.md and `.env.example`. */
export const VARIABLE_GROUPS = [
  'Address',
  'Database',
  'Files',
  'Secrets and tokens',
  'First start',
  'Limits',
  'Processes',
  'Log and audit',
  'Metrics and traces',
  'Background jobs',
  'Events and message brokers',
  'Webhooks',
  'E-mail',
  'Shared caches',
] as const;

/** What docs/configuration.md and `.env.example` say of an environment variable. */
export interface VariableDescription {
  readonly group: (typeof VARIABLE_GROUPS)[number];
  /** Whole sentences, in Markdown with links relative to `docs/`. */
  readonly meaning: string;
  /** Values that are possible, such as `1 to 999`; the decorators of this file add theirs. */
  readonly values?: string;
  /** Such as `milliseconds`; added by `IsNumberFrom`. */
  readonly unit?: string;
  /** What applies while the variable is unset, for members without an initial value. Markdown. */
  readonly unset?: string;
  /** Values to copy. */
  readonly examples?: readonly string[];
  /**
   * The value is confidential, or a URL that can contain a password. It is in no output, and can be read from the file of
   * `NAME_FILE`.
   */
  readonly secret?: 'text' | 'url';
}

/** The descriptions of the members of a class by name, by the prototype of the class. */
const DESCRIPTIONS = new WeakMap<object, Map<string, Partial<VariableDescription>>>();

/** Describes the environment variable that a member of a class of environment.ts stands for. */
export function Variable(description: VariableDescription): PropertyDecorator {
  return (target, name) => {
    describe(target, name, description);
  };
}

/** The descriptions of the variables of a class by name, in the order of declaration. */
export function getDescriptions(Class: {
  readonly prototype: object;
}): readonly (readonly [string, VariableDescription])[] {
  const isComplete = (row: [string, Partial<VariableDescription>]): row is [string, VariableDescription] =>
    row[1].meaning !== undefined;
  return [...(DESCRIPTIONS.get(Class.prototype) ?? [])].filter(isComplete);
}

interface NumberRule {
  /** Such as `milliseconds`. */
  readonly unit?: string;
  /** What 0 stands for when it is possible besides the range: `no limit`. */
  readonly zero?: string;
}

/** Accepts whole numbers in decimal digits without leading zeros. */
export function IsNumberFrom(from: number, to: number, { unit, zero }: NumberRule = {}): PropertyDecorator {
  const range = `${from} to ${to}${zero === undefined ? '' : `, or 0 for ${zero}`}`;
  const isIn = (value: number): boolean =>
    (value >= from && value <= to) || (zero !== undefined && value === 0);
  const validated = ValidateBy({
    name: 'isNumberFrom',
    validator: {
      validate: (value) => /^(0|[1-9]\d{0,14})$/.test(String(value)) && isIn(Number(value)),
      defaultMessage: (rule) =>
        `${rule?.property ?? ''} must be a number ${unit === undefined ? '' : `of ${unit} `}from ${range}, got '$value'.`,
    },
  });
  return (target, name) => {
    describe(target, name, { values: range, ...(unit === undefined ? {} : { unit }) });
    validated(target, name);
  };
}

/** Accepts one of several words. */
export function IsOneOf(values: readonly string[]): PropertyDecorator {
  const list = values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`;
  const validated = ValidateBy({
    name: 'isOneOf',
    validator: {
      validate: (value) => values.includes(String(value)),
      defaultMessage: (rule) => `${rule?.property ?? ''} must be ${list}, got '$value'.`,
    },
  });
  return (target, name) => {
    describe(target, name, { values: values.map((value) => `\`${value}\``).join(', ') });
    validated(target, name);
  };
}

/** Accepts `true` and `false`. */
export function IsTrueOrFalse(): PropertyDecorator {
  return IsOneOf(['true', 'false']);
}

function describe(target: object, name: string | symbol, description: Partial<VariableDescription>): void {
  const members = DESCRIPTIONS.get(target) ?? new Map<string, Partial<VariableDescription>>();
  DESCRIPTIONS.set(target, members.set(String(name), { ...members.get(String(name)), ...description }));
}
