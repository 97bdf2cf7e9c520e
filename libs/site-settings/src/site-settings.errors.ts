import { DomainError } from '@content-service/kernel';
import type { SettingProblem } from './list-rule.js';

export class SettingUnknown extends DomainError {
  constructor(name: string, known: readonly string[]) {
    super('setting_unknown', `There is no setting '${name}'. Settings: ${known.join(', ')}.`, {
      source: { pointer: `/${name}` },
    });
  }
}

export class SettingInvalid extends DomainError {
  constructor(name: string, { pointer, expectation, rule }: SettingProblem, value: unknown) {
    super('setting_invalid', `${name} must be ${expectation}, got ${JSON.stringify(value)}.`, {
      source: { pointer: `/${name}${pointer}` },
      meta: rule,
    });
  }
}

/** A write on a site whose setting «Allowed operations» is Read only (specification, «Errors»). */
export class WritesNotAllowed extends DomainError {
  constructor() {
    super(
      'writes_not_allowed',
      "This site only allows reading: its setting 'allowedOperations' is read_only and writing needs read_write.",
      { meta: { setting: 'allowedOperations' } },
    );
  }
}
