import type { EventBus } from '../core/events.ts';
import type { Tx } from '../database/index.ts';
import { mediaCacheTag } from './cache-tags.ts';
import { mediaStateChanged } from './events.ts';
import { getNextMediaState, type MediaEvent } from './lifecycle.ts';
import * as store from './store.ts';
import type { MediaRow } from './tables.ts';

/**
 * Applies an event to the state of an uploaded file. Returns the changed row. Returns null if the current state does not allow the event, or
 * if the file got another state or an edit since `media` was read.
 */
export async function changeMediaState(
	tx: Tx,
	events: EventBus,
	media: MediaRow,
	event: MediaEvent,
	values: Parameters<typeof store.updateUnchangedMedia>[2],
): Promise<MediaRow | null> {
	const state = getNextMediaState(media.state, event);
	const changed = state && (await store.updateUnchangedMedia(tx, media, { ...values, state }));
	if (!changed) return null;
	tx.invalidate(mediaCacheTag(media.public_id));
	await events.emit(tx, mediaStateChanged, { mediaId: media.id, state });
	return changed;
}
