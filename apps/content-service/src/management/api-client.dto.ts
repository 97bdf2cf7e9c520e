import { ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { GRANT_TYPES, type GrantType } from '@content-service/oauth-clients';
import { Clearable, MayBeAbsent } from './dto.js';

/** class-validator adds the rules of a member to those it has in the class above, so a member that differs is in neither. */
abstract class ClientDto {
  @MayBeAbsent() @IsArray() @IsString({ each: true }) readonly allowedScopes?: readonly string[];
  @MayBeAbsent() @IsArray() @IsString({ each: true }) readonly redirectUris?: readonly string[];
  @MayBeAbsent()
  @IsArray()
  @ArrayUnique()
  @IsIn(GRANT_TYPES, { each: true })
  readonly grants?: readonly GrantType[];
  @MayBeAbsent() @IsBoolean() readonly enabled?: boolean;
  @Clearable() @IsString() readonly user?: string | null;
  @MayBeAbsent() @IsBoolean() readonly rememberConsent?: boolean;
  @MayBeAbsent() @IsBoolean() readonly requirePkce?: boolean;
}

export class NewClientDto extends ClientDto {
  @IsString() readonly label: string;
  @MayBeAbsent() @IsBoolean() readonly confidential?: boolean;
}

export class ChangedClientDto extends ClientDto {
  @MayBeAbsent() @IsString() readonly label?: string;
}

export class NewSecretDto {
  @MayBeAbsent() @IsInt() readonly graceSeconds?: number;
}
