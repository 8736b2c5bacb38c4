import { defineEvent } from '../core/events.ts';
import type { MediaState } from './lifecycle.ts';

export const mediaStateChanged = defineEvent<{ mediaId: number; state: MediaState }>('media.state-changed');
