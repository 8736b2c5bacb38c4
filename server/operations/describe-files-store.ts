import { sql } from 'kysely';
import type { Db } from '../database/index.ts';

/** Number of public ids per query. */
const batchSize = 500;

interface FileUse {
	public_id: string;
	user_name: string | null;
	ad_id: number | null;
	title: string | null;
	post_id: number | null;
	is_avatar: number | boolean;
}

/** Says in words what stored files belong to, by their keys: `media/<public id>/<name>`. Omits keys that no row refers to. */
export async function describeFiles(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
	const ids = [...new Set(keys.map(getPublicId))];
	const uses = new Map<string, FileUse>();
	for (let start = 0; start < ids.length; start += batchSize) {
		const { rows } = await sql<FileUse>`
			select media.public_id, accounts.user_name, ads.id as ad_id, ads.title, post_media.post_id,
				coalesce(accounts.avatar_id = media.id, false) as is_avatar
			from media
			left join accounts on accounts.id = media.account_id
			left join ad_media on ad_media.media_id = media.id
			left join ads on ads.id = ad_media.ad_id
			left join post_media on post_media.media_id = media.id
			where media.public_id in (${sql.join(ids.slice(start, start + batchSize))})
		`.execute(db.tables());
		for (const row of rows) uses.set(row.public_id, row);
	}
	return new Map(
		keys.flatMap((key) => {
			const use = uses.get(getPublicId(key));
			return use ? [[key, describeUse(use)]] : [];
		}),
	);
}

const getPublicId = (key: string) => key.split('/')[1] ?? '';

function describeUse({ user_name, ad_id, title, post_id, is_avatar }: FileUse): string {
	const owner = user_name === null ? '' : ` of @${user_name}`;
	if (ad_id !== null) return `ad ${ad_id}${owner}, "${title}"`;
	if (post_id !== null) return `post ${post_id}${owner}`;
	return is_avatar ? `profile photo${owner}` : `upload${owner}`;
}
