import { TOKEN_PARAMETERS, type TokenParameters } from '@content-service/oauth-grants';
import { SingleValue, parseParameters } from './single-parameters.js';

/** The body of a token request. */
export class TokenRequestDto implements TokenParameters {
  @SingleValue() readonly grant_type?: string;
  @SingleValue() readonly client_id?: string;
  @SingleValue() readonly client_secret?: string;
  @SingleValue() readonly scope?: string;
  @SingleValue() readonly code?: string;
  @SingleValue() readonly redirect_uri?: string;
  @SingleValue() readonly code_verifier?: string;
  @SingleValue() readonly refresh_token?: string;
  @SingleValue() readonly resource?: string;

  /** @throws OAuthError invalid_request, naming a parameter that is repeated */
  static from(form: URLSearchParams): TokenRequestDto {
    return parseParameters(form, TOKEN_PARAMETERS, TokenRequestDto);
  }
}
