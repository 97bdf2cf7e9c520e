/** Every parameter that some grant reads (specification, «POST /oauth/token»; RFC 7636 §4.5; RFC 8707 §2). */
export const TOKEN_PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'resource',
] as const;

/** What is read where a client asks about a token that exists (RFC 7009 §2.1, RFC 7662 §2.1). */
export const INQUIRY_PARAMETERS = ['client_id', 'client_secret', 'token', 'token_type_hint'] as const;

/** The parameters that were given, each once. */
type Given<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type TokenParameters = Given<(typeof TOKEN_PARAMETERS)[number]>;
export type InquiryParameters = Given<(typeof INQUIRY_PARAMETERS)[number]>;

/** A request to an endpoint at which clients say who they are. */
export interface ClientRequest<Parameters> {
  readonly parameters: Parameters;
  /** The Authorization header as it came. */
  readonly authorization?: string;
  /** The IP address, as a trusted proxy tells it. */
  readonly from?: string;
}

export type TokenRequest = ClientRequest<TokenParameters>;
export type TokenInquiry = ClientRequest<InquiryParameters>;

/** Values without blanks around them; an empty one counts as not given (RFC 6749 §3.2). */
export function givenParameters<Name extends string>(parameters: Given<Name>): Given<Name> {
  const trimmed = Object.entries<string | undefined>(parameters).map(([name, value]) => [
    name,
    value?.trim(),
  ]);
  return Object.fromEntries(
    trimmed.filter(([, value]) => value !== undefined && value !== ''),
  ) as Given<Name>;
}
