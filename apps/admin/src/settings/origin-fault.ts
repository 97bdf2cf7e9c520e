/** What is wrong with an origin, said while it is typed (Fetch, «Origin header»). */
export function originFault(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:\/\//.test(text))
    return `'${text}' is no origin: write it such as https://www.example.com.`;
  const { origin } = new URL(text);
  return origin === text ? undefined : `Write '${text}' as ${origin}.`;
}
