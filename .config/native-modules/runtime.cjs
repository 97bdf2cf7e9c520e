const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

/**
 * The Jest runtime that leaves modules to Node: they are loaded, transpiled and compiled once in a worker, not again for each
 * suite, which took a third of the time of a suite of HTTP requests. Suites of a worker therefore share the state of modules.
 * `jest.mock` is not supported.
 */
class NodeModulesRuntime extends Runtime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    // Node knows the source maps of what it has loaded (--enable-source-maps), Jest does not.
    delete Error.prepareStackTrace;
    return import(pathToFileURL(path));
  }

  /** The framework keeps the tests of a suite in its modules: they are loaded anew for each suite. */
  requireInternalModule(path, name) {
    if (name !== undefined) return super.requireInternalModule(path, name);
    for (const loaded of Object.keys(require.cache))
      if (loaded.includes('/node_modules/jest-circus/')) delete require.cache[loaded];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }

  /** Offers the functions of the suite to globals.js. */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    Object.assign(globalThis, this.requireModuleOrMock('globals.js', '@jest/globals'));
  }
}

module.exports = NodeModulesRuntime;
