import { IsOptional, IsString, validateSync } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { OAuthError } from '@content-service/oauth-grants';

/** Validates that a parameter occurs at most once (RFC 6749 §3.2); a repeated one is a list instead of a string. */
export const SingleValue = (): PropertyDecorator => applyDecorators(IsOptional(), IsString());

/**
 * Parses the named parameters of a form; others are ignored (RFC 6749 §3.2).
 *
 * @param Dto a class whose members are `@SingleValue()`
 * @throws OAuthError invalid_request, naming a parameter that is repeated
 */
export function parseParameters<Dto extends object>(
  form: URLSearchParams,
  names: readonly string[],
  Dto: new () => Dto,
): Dto {
  const given = names.map((name): [string, Value] => [name, getSingleValue(name, form)]);
  const parameters = Object.assign(new Dto(), Object.fromEntries(given));
  const [error] = validateSync(parameters);
  if (error !== undefined) throw OAuthError.malformed(error.property);
  return parameters;
}

type Value = string | readonly string[] | undefined;

/** `scope[]=a` and `scope[x]=a` count as lists, since some libraries serialize lists in this way. */
function getSingleValue(name: string, form: URLSearchParams): Value {
  const lists = [...form.keys()].filter((key) => key.startsWith(`${name}[`));
  const values = form.getAll(name);
  return lists.length > 0 || values.length > 1 ? [...lists, ...values] : values[0];
}
