import TestSequencer from '@jest/test-sequencer';

/** Suites of processes, browsers and many entries, which take up to minutes. */
const LONG =
  /[.](page|engines|servers|processes)[.]|test\/(durability|faults|migration)\/|(storage-adapter|-storage)[.]spec/;

/**
 * Begins with the long suites, so that none of them runs alone at the end. Jest knows how long a suite takes only from earlier
 * runs, which a new checkout has not had.
 */
export default class LongSuitesFirst extends TestSequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.test(path);
    const rest = tests.filter((test) => !isLong(test));
    return [...super.sort(tests.filter(isLong)), ...super.sort(rest)];
  }
}
