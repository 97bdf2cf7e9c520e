import { IsOptional, IsString, validateSync } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { OAuthError } from '@content-service/oauth-grants';

/** RFC 6749 §3.2: a parameter must not come more than once. Twice makes a list of it, and a list is no text. */
export const Once = (): PropertyDecorator => applyDecorators(IsOptional(), IsString());

/**
 * What of a form is read; parameters with other names are ignored (RFC 6749 §3.2).
 *
 * @param Dto a class whose members are `@Once()`
 * @throws OAuthError invalid_request, naming a parameter that is no single text
 */
export function parametersIn<Dto extends object>(
  form: URLSearchParams,
  names: readonly string[],
  Dto: new () => Dto,
): Dto {
  const given = names.map((name): [string, Value] => [name, valueOf(name, form)]);
  const parameters = Object.assign(new Dto(), Object.fromEntries(given));
  const [fault] = validateSync(parameters);
  if (fault !== undefined) throw OAuthError.malformed(fault.property);
  return parameters;
}

type Value = string | readonly string[] | undefined;

/** `scope[]=a` and `scope[x]=a` are how some libraries write lists. */
function valueOf(name: string, form: URLSearchParams): Value {
  const lists = [...form.keys()].filter((key) => key.startsWith(`${name}[`));
  const values = form.getAll(name);
  return lists.length > 0 || values.length > 1 ? [...lists, ...values] : values[0];
}
