/** What a shell sends to get a token. */
export function curlLine(id: string, secret: string, tokenAddress: string): string {
  return [
    `curl -s ${tokenAddress}`,
    '-d grant_type=client_credentials',
    `-d client_id=${id}`,
    `-d client_secret=${secret}`,
  ].join(' \\\n  ');
}

/** The same for the environment of a program. */
export function environmentLines(id: string, secret: string, base: string): string {
  return [`CONTENT_SERVICE_URL=${base}`, `CLIENT_ID=${id}`, `CLIENT_SECRET=${secret}`].join('\n');
}
