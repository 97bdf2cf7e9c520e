import { t } from '@lingui/core/macro';

/** No answer: the browser has no connection, or the service does not run. */
export class ServiceUnreachable extends Error {
  constructor(cause: unknown) {
    super(
      t`The service cannot be reached. Try again when the connection is back; what you have typed in is still here.`,
      {
        cause,
      },
    );
  }
}

/** `fetch` with an error in the words of the administration for a request that has no answer. @throws ServiceUnreachable */
export async function fetchFromService(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // Browsers have different texts for it: «Failed to fetch», «Load failed».
    throw error instanceof TypeError ? new ServiceUnreachable(error) : error;
  }
}
