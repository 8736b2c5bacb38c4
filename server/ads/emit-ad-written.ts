import { parseCaptions } from '../../contract/media/captions.ts';
import type { EventBus } from '../core/events.ts';
import type { Tx } from '../database/index.ts';
import type { AdContent } from './content-kind.ts';
import { adCreatedOrEdited } from './events.ts';
import type { AdRow } from './tables.ts';

/** Texts of a video: its captions as WebVTT, and the text that is drawn into it. */
interface VideoTexts {
	captions?: string | null | undefined;
	overlay?: string | undefined;
}

/** Joins the description of an ad and the texts of its video. */
export function joinTexts(description: string, { captions, overlay }: VideoTexts): string {
	const lines = parseCaptions(captions ?? '').captions?.map(({ text }) => text) ?? [];
	return [description, overlay, lines.join('\n')].filter(Boolean).join('\n\n');
}

/** Emits that an ad was posted or changed. Returns the ad, which a handler may have hidden. */
export async function emitAdWritten(
	tx: Tx,
	{ events, content }: { events: EventBus; content: AdContent },
	ad: AdRow,
	isNew: boolean,
	texts: VideoTexts,
): Promise<AdRow> {
	const { id: adId, seller_id: ownerId, title } = ad;
	const importId = isNew ? ad.import_id : null;
	const text = joinTexts(ad.description, texts);
	await events.emit(tx, adCreatedOrEdited, { adId, ownerId, title, text, isNew, importId });
	return (await content.findAny(tx, adId)) ?? ad;
}
