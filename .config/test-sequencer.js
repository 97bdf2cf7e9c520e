import TestSequencer from '@jest/test-sequencer';

const PAGES = /[.]page[.]/;

/** Suites of processes and many entries, which take up to minutes. */
const LONG =
  /[.](engines|servers|processes)[.]|test\/(durability|faults|migration)\/|(storage-adapter|-storage)[.]spec/;

/**
 * Begins with the suites of pages, so that they follow each other and share the browser of their worker, and with other long ones, so
 * that none of them runs alone at the end. Jest knows how long a suite takes only from earlier runs, which a new checkout has not had.
 */
export default class LongSuitesFirst extends TestSequencer {
  sort(tests) {
    const rankOf = ({ path }) => (PAGES.test(path) ? 0 : LONG.test(path) ? 1 : 2);
    return [0, 1, 2].flatMap((rank) => super.sort(tests.filter((test) => rankOf(test) === rank)));
  }
}
