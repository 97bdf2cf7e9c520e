import { setImmediate as nextLoopTurn } from 'node:timers/promises';

/** The most statements that a synchronous driver runs between two turns of the event loop. */
export const STATEMENTS_PER_TURN = 20;

/**
 * Lets the event loop turn regularly while many statements are sent. A synchronous driver answers within the call, so
 * awaiting its answers never reaches the event loop, and every other request waits until the last statement is done. A
 * transaction stays open meanwhile: reading has a connection of its own, and other writers wait for the commit as before.
 */
export class EventLoopTurns {
  private statements = 0;

  /** Call it before each statement. */
  async beforeStatement(): Promise<void> {
    this.statements += 1;
    if (this.statements <= STATEMENTS_PER_TURN) return;
    this.statements = 1;
    await nextLoopTurn();
  }
}
