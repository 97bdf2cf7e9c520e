/** Chance that a seed repeats: mulberry32, which is plenty for choosing test data. */
export class SeededRandom {
  constructor(private state: number) {}

  /** A whole number from 0 to one below `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** @param probability from 0 to 1 */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @param choices at least one */
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to pick from.');
    return choice;
  }

  /** From `least` to `most` picks, the same ones perhaps. */
  several<T>(choices: readonly T[], least: number, most: number): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, () => this.pick(choices));
  }

  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
