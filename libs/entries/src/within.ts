import { DomainError, Problems } from '@content-service/kernel';

/**
 * A fault of one part of a request body, told as a fault of the whole.
 *
 * @param pointer leads to the part
 * @param fallback goes on from there where the fault has no pointer of its own
 * @returns anything that is no `DomainError` as it is
 */
export function within(pointer: string, error: unknown, fallback = ''): unknown {
  return error instanceof DomainError ? placed(pointer, error, fallback) : error;
}

function placed(pointer: string, error: DomainError, fallback: string): DomainError {
  if (error instanceof Problems)
    return new Problems(error.problems.map((problem) => placed(pointer, problem, fallback)));
  const { code, message, place, meta } = error;
  return new DomainError(code, message, {
    place: { pointer: pointer + (place?.pointer ?? fallback) },
    ...(meta === undefined ? {} : { meta }),
    cause: error,
  });
}
