/** A token is good for the address it was issued at, so processes that share tokens share theirs. */
export const BEHIND_ONE_ADDRESS = { BASE_URL: 'https://content.example' };
