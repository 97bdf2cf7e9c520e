import { writeFileSync } from 'node:fs';

/**
 * Writes what happened in each place (see places.js) into the file that TEST_TOTALS names:
 * `{"sqlite": {"suites": 9, "passed": 90, "failed": 0, "skipped": 0, "failures": ["test/x.e2e-spec.ts: title"]}}`.
 */
export default class TotalsReporter {
  #totals = {};

  onTestResult({ context, path }, result) {
    const place = context.config.displayName.name;
    const { rootDir } = context.config;
    const totals = (this.#totals[place] ??= { suites: 0, passed: 0, failed: 0, skipped: 0, failures: [] });
    const failed = result.testResults.filter(({ status }) => status === 'failed');
    totals.suites += 1;
    totals.passed += result.numPassingTests;
    totals.skipped += result.numPendingTests + result.numTodoTests;
    // A suite that does not load has no tests to count.
    totals.failed += failed.length || (result.testExecError === undefined ? 0 : 1);
    const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['does not load'];
    if (failed.length > 0 || result.testExecError !== undefined)
      totals.failures.push(`${path.slice(rootDir.length + 1)}: ${titles.join('; ')}`);
  }

  onRunComplete() {
    const file = process.env.TEST_TOTALS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#totals));
  }
}
