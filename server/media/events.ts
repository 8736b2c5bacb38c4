import { defineEvent } from '../platform/events.ts';
import type { MediaState } from './lifecycle.ts';

/** A file's state has changed. */
export const mediaStateChanged = defineEvent<{ mediaId: number; state: MediaState }>('media.state-changed');
