// What '@jest/globals' exports, for suites whose modules Node loads: each call goes to the function of the suite that runs,
// as a module that several suites import is loaded only once.
const current = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, args) => globalThis[name].apply(self, args),
    get: (_, key) => globalThis[name][key],
  });

export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
export const jest = current('jest');
export const test = current('test');
