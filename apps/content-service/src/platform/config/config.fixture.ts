import { InvalidEnvironment, parseConfig } from './config.js';

/** The messages of an invalid environment; none of a valid one. */
export function sentences(variables: Record<string, string>): readonly string[] {
  try {
    parseConfig(variables);
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.faults.map(({ sentence }) => sentence);
    throw error;
  }
  return [];
}
