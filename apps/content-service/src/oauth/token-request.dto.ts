import { TOKEN_PARAMETERS, type TokenParameters } from '@content-service/oauth-grants';
import { Once, parametersIn } from './single-parameters.js';

/** The body of a token request. */
export class TokenRequestDto implements TokenParameters {
  @Once() readonly grant_type?: string;
  @Once() readonly client_id?: string;
  @Once() readonly client_secret?: string;
  @Once() readonly scope?: string;
  @Once() readonly code?: string;
  @Once() readonly redirect_uri?: string;
  @Once() readonly code_verifier?: string;
  @Once() readonly refresh_token?: string;
  @Once() readonly resource?: string;

  /** @throws OAuthError invalid_request, naming a parameter that is no single text */
  static from(form: URLSearchParams): TokenRequestDto {
    return parametersIn(form, TOKEN_PARAMETERS, TokenRequestDto);
  }
}
