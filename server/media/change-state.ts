import type { Tx } from '../platform/database/index.ts';
import type { MediaEvents } from './events.ts';
import { type MediaEvent, next } from './lifecycle.ts';
import * as store from './store.ts';
import type { MediaRow } from './tables.ts';
import { mediaTag } from './tags.ts';

/** Moves a file on in its life and tells whoever shows it. False where the event means nothing in the state it is in by then. */
export async function changeState(
	tx: Tx,
	events: MediaEvents,
	media: MediaRow,
	event: MediaEvent,
	values: Parameters<typeof store.moveMedia>[3],
): Promise<boolean> {
	const state = next(media.state, event);
	if (!state || !(await store.moveMedia(tx, media.id, media.state, { ...values, state }))) return false;
	tx.changed(mediaTag(media.public_id));
	await events.stateChanged.announce(tx, { mediaId: media.id, state });
	return true;
}
