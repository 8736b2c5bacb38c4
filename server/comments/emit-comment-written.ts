import type { EventBus } from '../core/events.ts';
import type { Tx } from '../database/index.ts';
import { commentCreatedOrEdited } from './events.ts';
import type { CommentRow } from './tables.ts';

export async function emitCommentWritten(
	tx: Tx,
	events: EventBus,
	{ id, account_id, text }: CommentRow,
	isNew: boolean,
): Promise<void> {
	await events.emit(tx, commentCreatedOrEdited, { commentId: id, ownerId: account_id, text, isNew });
}
