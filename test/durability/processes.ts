/** Tokens are bound to BASE_URL (iss, aud), so processes that share tokens need the same one. */
export const BEHIND_ONE_ADDRESS = { BASE_URL: 'https://content.example' };
