import { type Command, Option } from 'commander';
import type { ChangeOf, MemberRule, MemberRules } from '@content-service/kernel';
import { toSeconds, toWholeNumber } from './command.js';

/** An option that differs from what the rule of its member gives. */
interface MemberFlag {
  /** Without dashes, instead of the name of the member. */
  readonly flag?: string;
  /** Instead of the description of the member. */
  readonly help?: string;
  /** The option for `false`, instead of `--no-…`. */
  readonly off?: { readonly flag: string; readonly help: string };
  /** Whether there is no option for `false`. */
  readonly isSwitch?: true;
  readonly isMandatory?: true;
}

/** Options that differ, by the names of members; members with `null` have none. */
export type MemberFlags = Readonly<Record<string, MemberFlag | null>>;

/** Adds an option for each member; the text `none` is the `null` of a member that can be `null`. */
export function withMemberOptions(to: Command, rules: MemberRules, flags: MemberFlags = {}): Command {
  for (const member of listOptions(rules, flags))
    for (const option of createOptions(member))
      to.addOption(option.makeOptionMandatory(member.isMandatory === true));
  return to;
}

/** The members that the parsed options give. */
export function toMembers<Rules extends MemberRules>(
  rules: Rules,
  options: Readonly<Record<string, unknown>>,
  flags: MemberFlags = {},
): ChangeOf<Rules> {
  const members = Object.fromEntries(
    listOptions(rules, flags).flatMap(({ name, rule, flag, off }) => {
      if (off !== undefined && getValue(options, off.flag) === true) return [[name, false]];
      const value = getValue(options, flag);
      if (value === undefined) return [];
      return [[name, rule.nullable === true && value === 'none' ? null : value]];
    }),
  );
  return members as ChangeOf<Rules>;
}

function getValue(options: Readonly<Record<string, unknown>>, flag: string): unknown {
  return options[new Option(`--${flag}`).attributeName()];
}

interface MemberOption extends MemberFlag {
  readonly name: string;
  readonly rule: MemberRule;
  readonly flag: string;
  readonly help: string;
}

function listOptions(rules: MemberRules, flags: MemberFlags): readonly MemberOption[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const differing = flags[name];
    if (differing === null) return [];
    return [{ flag: toFlag(name), help: describe(rule), ...differing, name, rule }];
  });
}

/** `maxPerSecond` → `max-per-second` */
function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function createOptions({ name, rule, flag, help, off, isSwitch }: MemberOption): readonly Option[] {
  const { type, items, nullable, default: otherwise } = rule;
  if (isSwitch === true) return [new Option(`--${flag}`, help)];
  if (off !== undefined)
    return [new Option(`--${flag}`, help), new Option(`--${off.flag}`, off.help).conflicts(flag)];
  if (type === 'boolean')
    return [
      new Option(`--${flag}`, otherwise === true ? `${help} (default)` : help),
      new Option(`--no-${flag}`, otherwise === false ? 'not so (default)' : 'not so'),
    ];
  const text = [help, ...describeDefault(rule)].filter((part) => part !== '').join('; ');
  if (type === 'array') return [withChoices(new Option(`--${flag} <${flag}...>`, text), items?.enum)];
  if (type !== 'integer') return [withChoices(new Option(`--${flag} <${flag}>`, text), rule.enum)];
  const isDuration = name.endsWith('Seconds');
  const parse = isDuration ? toSeconds : toWholeNumber('number', 0, 999_999_999);
  const option = new Option(`--${flag} <${isDuration ? 'seconds' : 'number'}>`, text);
  return [option.argParser((value) => (nullable === true && value === 'none' ? value : parse(value)))];
}

function withChoices(option: Option, choices: readonly string[] | undefined): Option {
  return choices === undefined ? option : option.choices(choices);
}

/** The description as the help of an option: `Whether it is so.` becomes `it is so`, and `null` its text `none`. */
function describe({ description = '' }: MemberRule): string {
  const text = description
    .replace(/^Whether /, '')
    .replace(/\.$/, '')
    .replaceAll('`null`', '`none`');
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function describeDefault({ default: otherwise }: MemberRule): readonly string[] {
  if (otherwise === null) return ['default: none'];
  return typeof otherwise === 'string' || typeof otherwise === 'number' ? [`default: ${otherwise}`] : [];
}
