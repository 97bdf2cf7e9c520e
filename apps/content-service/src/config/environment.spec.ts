import { getMetadataStorage } from 'class-validator';
import { Environment } from './environment.js';
import { getVariableDescriptions } from './variable.js';

describe('The class Environment', () => {
  it('describes every variable that has a rule', () => {
    const validated = getMetadataStorage()
      .getTargetValidationMetadatas(Environment, '', false, false)
      .map(({ propertyName }) => propertyName);

    expect([...getVariableDescriptions().keys()].sort()).toEqual([...new Set(validated)].sort());
  });

  it('says which values every variable can have', () => {
    const silent = [...getVariableDescriptions()].filter(([, { values }]) => values === undefined);

    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
