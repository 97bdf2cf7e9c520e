import { ValidateBy } from 'class-validator';

/** A rule over several members of a class. `findError` returns the error message, or `undefined` when the rule holds. */
export type RuleDecorator<Members> = (
  name: string,
  findError: (members: Members) => string | undefined,
) => PropertyDecorator;

/** Creates the decorator for the rules of one class of class-validator. */
export function createRuleDecorator<Members>(): RuleDecorator<Members> {
  return (name, findError) => {
    const validate = (object: object | undefined): string | undefined => findError(object as Members);
    return ValidateBy({
      name,
      validator: {
        validate: (_, rule) => validate(rule?.object) === undefined,
        defaultMessage: (rule) => validate(rule?.object) ?? '',
      },
    });
  };
}
