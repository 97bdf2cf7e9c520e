import fc, { type GeneratorValue } from 'fast-check';

/** Random choices that a seed reproduces and fast-check shrinks: towards `false`, the first item and the shortest list. */
export class RandomChoices {
  constructor(private readonly generate: GeneratorValue) {}

  /** A whole number from 0 to one below `bound`. */
  below(bound: number): number {
    return this.generate(fc.nat, { max: bound - 1 });
  }

  /** @param probability from 0 to 1, in steps of 0.01 */
  chance(probability: number): boolean {
    return this.below(100) >= 100 - Math.round(100 * probability);
  }

  /** @param choices at least one */
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to pick from.');
    return choice;
  }

  /** From `least` to `most` picks, with repetitions. */
  several<T>(choices: readonly T[], least: number, most: number): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, () => this.pick(choices));
  }
}
