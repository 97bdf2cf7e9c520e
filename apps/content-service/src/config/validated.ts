import { ValidateBy } from 'class-validator';

/**
 * A rule over several variables.
 *
 * @param findError gets the object of the decorated property; it returns the error message, or `undefined` when the rule
 *   holds
 */
export function Validated(
  name: string,
  findError: (variables: never) => string | undefined,
): PropertyDecorator {
  const validate = (object: object | undefined): string | undefined => findError(object as never);
  return ValidateBy({
    name,
    validator: {
      validate: (_, rule) => validate(rule?.object) === undefined,
      defaultMessage: (rule) => validate(rule?.object) ?? '',
    },
  });
}
