import { formBody, jsonAnswer } from './answers.js';
import { CLIENT_ERRORS } from './oauth-answers.js';
import { OAUTH_TAG } from './oauth-operations.js';
import type { Operation } from './operation.js';
import { ref } from './schema.js';

/** What lies around the grants: ending tokens, asking about them, and finding out how all of it works. */
export const TOKEN_INQUIRY_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/oauth/revoke',
    id: 'revokeToken',
    tag: OAUTH_TAG,
    summary: 'End a token',
    description: 'RFC 7009. With a refresh token everything that came of it ends too.',
    access: 'anybody',
    body: formBody(ref('TokenInquiry')),
    answers: {
      200: jsonAnswer({
        description: 'The token is not valid any more, or never was a token of this client.',
        schema: { type: 'object' },
        headers: ['Cache-Control'],
      }),
      ...CLIENT_ERRORS,
    },
  },
  {
    method: 'post',
    path: '/oauth/introspect',
    id: 'introspectToken',
    tag: OAUTH_TAG,
    summary: 'Ask about an access token of the client',
    description: 'RFC 7662. Of any other token it is only said that it is not active.',
    access: 'anybody',
    body: formBody(ref('TokenInquiry')),
    answers: {
      200: jsonAnswer({
        description: 'What the token says.',
        schema: ref('Introspection'),
        headers: ['Cache-Control'],
      }),
      ...CLIENT_ERRORS,
    },
  },
  wellKnown('oauth-authorization-server', {
    id: 'authorizationServerMetadata',
    summary: 'Find the OAuth endpoints and what they can do',
    description: 'RFC 8414.',
    schema: 'AuthorizationServerMetadata',
  }),
  wellKnown('oauth-protected-resource', {
    id: 'protectedResourceMetadata',
    summary: 'Find out who issues tokens for the content',
    description: 'RFC 9728.',
    schema: 'ProtectedResourceMetadata',
  }),
  wellKnown('jwks.json', {
    id: 'signingKeys',
    summary: 'Get the public keys that verify access tokens',
    description: 'RFC 7517.',
    schema: 'JsonWebKeySet',
  }),
];

interface Row extends Pick<Operation, 'id' | 'summary'> {
  readonly description: string;
  readonly schema: string;
}

function wellKnown(name: string, { schema, ...row }: Row): Operation {
  return {
    ...row,
    method: 'get',
    path: `/.well-known/${name}`,
    tag: OAUTH_TAG,
    access: 'anybody',
    answers: {
      200: jsonAnswer({ description: 'The document.', schema: ref(schema), headers: ['Cache-Control'] }),
    },
  };
}
