import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * The Jest environment of suites whose modules Node loads itself (see runtime.cjs): the global object of the process, of which
 * the end of a suite restores what Jest and the suite have replaced.
 */
export default class ProcessEnvironment {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.storage = projectConfig.testEnvironmentOptions.storage;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.replaced = { console, exit: process.exit, cwd: process.cwd(), env: { ...process.env } };
  }

  /** The storage of the place of the suite (see places.js). */
  setup() {
    process.env.TEST_STORAGE = this.storage;
  }

  teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.replaced.console;
    process.exit = this.replaced.exit;
    process.chdir(this.replaced.cwd);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.replaced.env);
  }

  exportConditions() {
    return [];
  }

  /** Nothing is compiled in a context of its own. */
  getVmContext() {
    return null;
  }
}
