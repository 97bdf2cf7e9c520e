import { plainToInstance } from 'class-transformer';
import { IsOptional, ValidateIf, type ValidationError, validateSync } from 'class-validator';
import { isJsonObject, type Json, Problems } from '@content-service/kernel';
import { MemberInvalid } from './management.errors.js';

/** A class whose members say by decorators of class-validator which shape they have. What they mean is the domain's matter. */
export type DtoClass<Dto extends object> = new () => Dto;

/** The member may be left out; it is never `null`. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** The member may be left out; `null` clears it. */
export const Clearable = (): PropertyDecorator => IsOptional();

/**
 * A body in the shape of its class.
 *
 * @throws MemberInvalid for every member that is unknown or of another shape (as `Problems` when there are several)
 */
export function parseDto<Dto extends object>(Dto: DtoClass<Dto>, body: Json): Dto {
  if (!isJsonObject(body)) throw new MemberInvalid('', 'The body must be a JSON object.');
  const dto = plainToInstance(Dto, body);
  const faults = validateSync(dto, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  // class-transformer leaves out names that could reach the prototype, without a word.
  const leftOut = Object.keys(body).filter((name) => !Object.hasOwn(dto, name));
  Problems.throwAny([
    ...leftOut.map((name) => new MemberInvalid(`/${name}`, unknownMember(name))),
    ...faults.flatMap((fault) => problemsIn(fault, '')),
  ]);
  // Nothing but data: what is in it goes to stores as it is.
  return Object.assign(new Dto(), body);
}

function problemsIn(
  { property, constraints = {}, children = [] }: ValidationError,
  above: string,
): MemberInvalid[] {
  const pointer = `${above}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const [rule] = Object.entries(constraints);
  const own = rule === undefined ? [] : [new MemberInvalid(pointer, sentence(rule, property))];
  return [...own, ...children.flatMap((child) => problemsIn(child, pointer))];
}

function sentence([rule, message]: readonly [string, string], property: string): string {
  return rule === 'whitelistValidation' ? unknownMember(property) : `${message}.`;
}

function unknownMember(name: string): string {
  return `There is no member '${name}' here.`;
}
