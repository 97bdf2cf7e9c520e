import { getMetadataStorage } from 'class-validator';
import { ENVIRONMENT_CLASSES, getVariableDescriptions } from './environment.js';

describe('The classes of environment variables', () => {
  it('describe every variable that has a rule', () => {
    const validated = ENVIRONMENT_CLASSES.flatMap((Class) =>
      getMetadataStorage().getTargetValidationMetadatas(Class, '', false, false),
    ).map(({ propertyName }) => propertyName);

    expect([...getVariableDescriptions().keys()].sort()).toEqual([...new Set(validated)].sort());
  });

  it('say which values every variable can have', () => {
    const silent = [...getVariableDescriptions()].filter(([, { values }]) => values === undefined);

    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
