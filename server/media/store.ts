import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { MediaKind } from '../../contract/media/media.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { createdDay, type Db, isAmong, runCompiled, type Tx, toListParameter } from '../database/index.ts';
import type { MediaRow, MediaTables, StoredCaptions, UploadRow } from './tables.ts';

const on = (db: Db) => db.tables<MediaTables>();

export async function insertMedia(tx: Tx, media: Insertable<MediaTables['media']>): Promise<MediaRow> {
	return on(tx).insertInto('media').values(media).returningAll().executeTakeFirstOrThrow();
}

export async function findMedia(db: Db, id: number): Promise<MediaRow | null> {
	return (await on(db).selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findMediaByIds(db: Db, ids: readonly number[]): Promise<MediaRow[]> {
	if (ids.length === 0) return [];
	return runCompiled(db, 'media by ids', { list: toListParameter(db, ids) }, ({ list }) =>
		on(db)
			.selectFrom('media')
			.selectAll()
			.where(isAmong(db, 'id', list)),
	);
}

/** Lists `media` rows with an id above `afterId`, ascending by id. */
export async function listMediaAfter(db: Db, afterId: number, limit: number) {
	return on(db)
		.selectFrom('media')
		.select(['id', 'public_id', 'secure_url', 'state', 'picture', 'renditions', 'fragmented'])
		.where('id', '>', afterId)
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** Finds the `media` rows with these public ids, with the columns that name their files. */
export async function listMediaByPublicIds(db: Db, publicIds: readonly string[]) {
	if (publicIds.length === 0) return [];
	return on(db)
		.selectFrom('media')
		.select(['public_id', 'secure_url', 'state', 'picture', 'renditions', 'fragmented'])
		.where('public_id', 'in', publicIds)
		.execute();
}

export async function findMediaByPublicId(db: Db, publicId: string): Promise<MediaRow | null> {
	return (await on(db).selectFrom('media').selectAll().where('public_id', '=', publicId).executeTakeFirst()) ?? null;
}

export async function findMediaBySecureUrl(db: Db, secureUrl: string): Promise<MediaRow | null> {
	return (await on(db).selectFrom('media').selectAll().where('secure_url', '=', secureUrl).executeTakeFirst()) ?? null;
}

export async function isUploadCapabilityUsed(db: Db, capability: string): Promise<boolean> {
	const file = await findMediaByCapability(db, capability);
	if (file) return true;
	// An upload in chunks uses up its capability when its file is published.
	const upload = on(db)
		.selectFrom('uploads')
		.select('id')
		.where('capability', '=', capability)
		.where('client_id', 'is', null);
	return (await upload.executeTakeFirst()) !== undefined;
}

export async function findMediaByCapability(db: Db, capability: string): Promise<MediaRow | null> {
	const row = await on(db).selectFrom('media').selectAll().where('capability', '=', capability).executeTakeFirst();
	return row ?? null;
}

export async function insertUpload(tx: Tx, upload: UploadRow): Promise<void> {
	await on(tx).insertInto('uploads').values(upload).execute();
}

/** Finds a resumable upload. Uploads in chunks have no URL. */
export async function findUpload(db: Db, id: string): Promise<UploadRow | null> {
	const upload = on(db).selectFrom('uploads').selectAll().where('id', '=', id).where('client_id', 'is', null);
	return (await upload.executeTakeFirst()) ?? null;
}

export async function findChunkedUpload(db: Db, capability: string): Promise<UploadRow | null> {
	const upload = on(db)
		.selectFrom('uploads')
		.selectAll()
		.where('capability', '=', capability)
		.where('client_id', 'is not', null);
	return (await upload.executeTakeFirst()) ?? null;
}

export async function setReceivedBytes(tx: Tx, { id }: AuthorizedRow<UploadRow>, bytes: number): Promise<void> {
	await on(tx).updateTable('uploads').set({ bytes }).where('id', '=', id).execute();
}

/** Lists the ids of an account's uploads that are or were incomplete, newest first. */
export async function listUploadIds(db: Db, accountId: number): Promise<string[]> {
	const rows = await on(db)
		.selectFrom('uploads')
		.select('id')
		.where('account_id', '=', accountId)
		.orderBy('created_at', 'desc')
		.orderBy('id')
		.execute();
	return rows.map((row) => row.id);
}

export async function deleteUploads(tx: Tx, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await on(tx).deleteFrom('uploads').where('id', 'in', ids).execute();
}

/** Deletes resumable uploads and uploads in chunks that were created until the given times. */
export async function deleteExpiredUploads(tx: Tx, until: { resumable: number; chunked: number }): Promise<void> {
	await on(tx).deleteFrom('uploads').where('created_at', '<=', until.resumable).execute();
	const chunked = on(tx).deleteFrom('uploads').where('client_id', 'is not', null);
	await chunked.where('created_at', '<=', until.chunked).execute();
}

/** Selects the ids of uploads that exist and are not published. */
export async function filterUnfinishedUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const rows = await on(db)
		.selectFrom('uploads')
		.leftJoin('media', 'media.capability', 'uploads.capability')
		.select('uploads.id')
		.where('uploads.id', 'in', ids)
		.where('media.id', 'is', null)
		.execute();
	return new Set(rows.map((row) => row.id));
}

export async function updateMedia(tx: Tx, id: number, change: Updateable<MediaTables['media']>): Promise<void> {
	await on(tx).updateTable('media').set(change).where('id', '=', id).execute();
}

/** Updates a `media` row only if its state and edit are those of `media`, else returns null. */
export async function updateUnchangedMedia(
	tx: Tx,
	{ id, state, edit }: MediaRow,
	change: Updateable<MediaTables['media']>,
): Promise<MediaRow | null> {
	const row = await on(tx)
		.updateTable('media')
		.set(change)
		.where('id', '=', id)
		.where('state', '=', state)
		.where('edit', edit === null ? 'is' : '=', edit)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** Attaches a file that is not attached yet. Returns null if the file is already attached. */
export async function attachMediaOnce(
	tx: Tx,
	{ id }: AuthorizedRow<MediaRow>,
	change: { attached_at: number; access: MediaRow['access']; account_id?: null },
): Promise<MediaRow | null> {
	const row = await on(tx)
		.updateTable('media')
		.set(change)
		.where('id', '=', id)
		.where('attached_at', 'is', null)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

export async function setMediaAccess(tx: Tx, ids: readonly number[], access: MediaRow['access']): Promise<MediaRow[]> {
	if (ids.length === 0) return [];
	return on(tx).updateTable('media').set({ access }).where('id', 'in', ids).returningAll().execute();
}

/** Replaces the captions of a video, or removes them if they are null. Returns the video, or null for an unknown id. */
export async function setCaptions(
	tx: Tx,
	id: number,
	captions: (StoredCaptions & { text: string }) | null,
): Promise<MediaRow | null> {
	await on(tx).deleteFrom('media_captions').where('media_id', '=', id).execute();
	const stored = captions && JSON.stringify({ name: captions.name, bytes: captions.bytes } satisfies StoredCaptions);
	const query = on(tx).updateTable('media').set({ captions: stored }).where('id', '=', id).returningAll();
	const media = await query.executeTakeFirst();
	if (!media) return null;
	if (captions) {
		const { name, text } = captions;
		await on(tx).insertInto('media_captions').values({ media_id: id, name, text }).execute();
	}
	return media;
}

/** Returns the text of captions by their name. Returns null if the video has other captions now, or none. */
export async function findCaptionsByName(db: Db, publicId: string, name: string): Promise<string | null> {
	const row = await on(db)
		.selectFrom('media_captions')
		.innerJoin('media', 'media.id', 'media_captions.media_id')
		.select('media_captions.text')
		.where('media.public_id', '=', publicId)
		.where('media_captions.name', '=', name)
		.executeTakeFirst();
	return row?.text ?? null;
}

/** Returns the captions of each video that has some, as WebVTT. */
export async function findCaptionsByIds(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
	if (ids.length === 0) return new Map();
	const rows = await on(db).selectFrom('media_captions').selectAll().where('media_id', 'in', ids).execute();
	return new Map(rows.map(({ media_id, text }) => [media_id, text]));
}

export async function deleteMediaRows(tx: Tx, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	await on(tx).deleteFrom('media').where('id', 'in', ids).execute();
}

/** A file that is not attached to content yet, or an upload that is not published. */
export interface UnpublishedFile {
	/** Id of the unattached file. Null for an incomplete upload. */
	mediaId: number | null;
	/** Id of the incomplete upload. Null for an unattached file. */
	uploadId: string | null;
	/** Reason why the file cannot be published. Null for a file that can be published and for an incomplete upload. */
	failure: string | null;
	bytes: number;
	created_at: number;
}

/** Lists an account's unpublished files of one kind. Excludes the upload with the given upload permission (capability). */
export async function listUnpublishedFiles(
	db: Db,
	accountId: number,
	kind: MediaKind,
	capability: string | null,
): Promise<UnpublishedFile[]> {
	const rows = await on(db)
		.selectFrom('media')
		.select(['id', 'failure', 'bytes', 'created_at'])
		.where('account_id', '=', accountId)
		.where('attached_at', 'is', null)
		.where('kind', '=', kind)
		.execute();
	const files = rows.map(({ id, ...file }) => ({ ...file, mediaId: id, uploadId: null }));
	const uploads = await on(db)
		.selectFrom('uploads')
		.leftJoin('media', 'media.capability', 'uploads.capability')
		.select(['uploads.id', 'uploads.capability', 'uploads.bytes', 'uploads.created_at'])
		.where('uploads.account_id', '=', accountId)
		.where('uploads.kind', '=', kind)
		.where('media.id', 'is', null)
		.execute();
	const unfinished = uploads
		.filter((upload) => upload.capability !== capability)
		.map(({ id, bytes, created_at }) => ({
			mediaId: null,
			uploadId: id,
			failure: null,
			bytes,
			created_at,
		}));
	return [...files, ...unfinished];
}

/** Deletes unattached files. Returns the public ids of the deleted rows. */
export async function deleteMediaIfUnattached(tx: Tx, ids: readonly number[]): Promise<string[]> {
	if (ids.length === 0) return [];
	const rows = await on(tx)
		.deleteFrom('media')
		.where('id', 'in', ids)
		.where('attached_at', 'is', null)
		.returning('public_id')
		.execute();
	return rows.map((row) => row.public_id);
}

/** Deletes at most `limit` unattached files created before `before`. Returns their public ids. */
export async function deleteUnattachedMediaBefore(tx: Tx, before: number, limit: number): Promise<string[]> {
	const old = on(tx)
		.selectFrom('media')
		.select('id')
		.where('attached_at', 'is', null)
		.where('created_at', '<', before)
		.limit(limit);
	const rows = await on(tx)
		.deleteFrom('media')
		.where('id', 'in', old)
		// A concurrent transaction may have attached the file after the subquery.
		.where('attached_at', 'is', null)
		.returning('public_id')
		.execute();
	return rows.map((row) => row.public_id);
}

/** Lists ids of public videos on Kasuwa's own media host without fragmented copies, oldest first. Costs one index scan. */
export async function listUnfragmentedIds(db: Db, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('media')
		.select('id')
		// Literals, because with bound parameters the query planner ignores the partial index.
		.where(sql<SqlBool>`kind = 'video' and state = 'ready' and access = 'public' and fragmented is null`)
		.where('secure_url', 'like', '/%')
		.orderBy('id')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** Lists ids of videos with fragmented copies that an earlier version made and no job has checked, oldest first. Costs one index scan. */
export async function listUncheckedIds(db: Db, limit: number): Promise<number[]> {
	const unchecked = on(db).selectFrom('media').select('id').where(sql<SqlBool>`unchecked_copies = 1`);
	const rows = await unchecked.orderBy('id').limit(limit).execute();
	return rows.map(({ id }) => id);
}

export async function filterKnownPublicIds(db: Db, publicIds: readonly string[]): Promise<Set<string>> {
	if (publicIds.length === 0) return new Set();
	const rows = await on(db).selectFrom('media').select('public_id').where('public_id', 'in', publicIds).execute();
	return new Set(rows.map((row) => row.public_id));
}

/** Lists an account's files, oldest first. */
export async function listAccountMedia(db: Db, accountId: number): Promise<MediaRow[]> {
	return on(db).selectFrom('media').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

/** Counts all uploaded files. `bytes` is the total size of the uploaded originals. */
export async function countMedia(db: Db) {
	const count = (condition: string) => sql<number>`count(case when ${sql.raw(condition)} then 1 end)`;
	const { bytes, ...counts } = await on(db)
		.selectFrom('media')
		.select([
			count("kind = 'image'").as('pictures'),
			count("kind = 'video'").as('videos'),
			count("state = 'processing' and attached_at is not null").as('processing'),
			count("state = 'failed'").as('failed'),
			sql<number | string>`coalesce(sum(bytes), 0)`.as('bytes'),
		])
		.executeTakeFirstOrThrow();
	return { ...counts, bytes: Number(bytes) };
}

/** Counts uploads per UTC day. Omits days without uploads. */
export async function countUploadsByDay(db: Db, from: number): Promise<{ day: number; count: number }[]> {
	return on(db)
		.selectFrom('media')
		.select(({ fn }) => [createdDay.as('day'), fn.countAll<number>().as('count')])
		.where('created_at', '>=', from)
		.groupBy(createdDay)
		.execute();
}
