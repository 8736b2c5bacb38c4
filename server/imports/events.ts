import { defineEvent } from '../core/events.ts';

/** Event: an import with at least one ad has ended. Not emitted for an import that is undone before. */
export const importFinished = defineEvent<{ importId: number; ownerId: number }>('imports.finished');
