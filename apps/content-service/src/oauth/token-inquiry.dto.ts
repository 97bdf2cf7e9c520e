import { INQUIRY_PARAMETERS, type InquiryParameters } from '@content-service/oauth-grants';
import { Once, parametersIn } from './single-parameters.js';

/** The body of a question about a token, or of the wish to end one. */
export class TokenInquiryDto implements InquiryParameters {
  @Once() readonly client_id?: string;
  @Once() readonly client_secret?: string;
  @Once() readonly token?: string;
  @Once() readonly token_type_hint?: string;

  /** @throws OAuthError invalid_request, naming a parameter that is no single text */
  static from(form: URLSearchParams): TokenInquiryDto {
    return parametersIn(form, INQUIRY_PARAMETERS, TokenInquiryDto);
  }
}
