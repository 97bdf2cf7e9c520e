import { TOKEN_LOOKUP_PARAMETERS, type TokenLookupParameters } from '@content-service/oauth-grants';
import { SingleValue, parseParameters } from './single-parameters.js';

/** The body of a revocation or introspection request. */
export class TokenLookupDto implements TokenLookupParameters {
  @SingleValue() readonly client_id?: string;
  @SingleValue() readonly client_secret?: string;
  @SingleValue() readonly token?: string;
  @SingleValue() readonly token_type_hint?: string;

  /** @throws OAuthError invalid_request, naming a parameter that is repeated */
  static from(form: URLSearchParams): TokenLookupDto {
    return parseParameters(form, TOKEN_LOOKUP_PARAMETERS, TokenLookupDto);
  }
}
