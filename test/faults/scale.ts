import { writeSync } from 'node:fs';

/** The full scale is that of `npm run test:faults`; the other fits into every run of the tests. */
const IS_FULL = process.env['FAULTS'] === 'full';

/** Selects a number by the scale of this run. */
export function scaled(short: number, full: number): number {
  return IS_FULL ? full : short;
}

/** Prints figures on standard error, in a full run only. */
export function printFigures(scenario: string, figures: object): void {
  if (IS_FULL) writeSync(2, `${scenario}: ${JSON.stringify(figures)}\n`);
}
